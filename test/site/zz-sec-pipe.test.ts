import { test } from 'node:test'
import { connect } from 'node:net'
import { startSite } from '../support/site.ts'
import { readdirSync } from 'node:fs'
const sleep = (ms:number)=>new Promise(r=>setTimeout(r,ms))
test('pipe', async (t) => {
  const site = await startSite(t, { MAX_EVENT_STREAMS: '20', MAX_UPLOADS_AT_ONCE: '8' })
  const u = new URL(site.url)
  const form = new FormData(); form.set('x','1')
  const made = await site.post('/api/create-gif/source/url', { url: 'http://93.184.216.34/a.mp4', start: 0, end: 1, category: 1, title: 'x' })
  console.log(made.status, made.body)
  const list = await site.fetch('/api/openapi.json').then(r=>r.json())
  console.log(Object.keys(list.paths))
  const id = (made.body as any).id
  const ev = `GET /api/status/${id}/events HTTP/1.1\r\nHost: ${u.host}\r\n\r\n`
  const post = `POST /create HTTP/1.1\r\nHost: ${u.host}\r\nOrigin: ${site.url}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\nsource=x`
  const s = connect(Number(u.port), u.hostname)
  s.on('data', d=>console.log('data', d.length)); s.on('error',()=>{})
  s.write(ev.repeat(15) + post.repeat(20))
  await sleep(1500)
  const probe = async (w:string) => {
    const r = await Promise.all(Array.from({length:8},()=>{const c=new AbortController(); return fetch(`${site.url}/api/status/${id}/events`,{signal:c.signal}).then(x=>{const st=x.status; c.abort(); return st})}))
    const c = await fetch(`${site.url}/create`,{method:'POST',redirect:'manual',headers:{origin:site.url,'content-type':'application/x-www-form-urlencoded'},body:'source=x'})
    console.log(w,'events',r.join(),'create',c.status)
  }
  await probe('while open')
  s.destroy()
  await sleep(3000)
  await probe('after close')
  await sleep(2000)
  await probe('later')
})
test('fds', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ width: 800, height: 600 }, 'nullsrc=s=800x600:d=3:r=10,geq=random(1)*255:128:128')
  const u = new URL(site.url)
  const fds = () => readdirSync('/proc/self/fd').length
  const r = await site.fetch(`/media/gifs/${gif.mediaId}/gif.gif`); console.log(r.status, r.headers.get('content-length'), gif.gifBytes); await r.arrayBuffer()
  const before = fds()
  const made = await site.post('/api/create-gif/source/url', { url: 'http://93.184.216.34/a.mp4', start: 0, end: 1, category: 1, title: 'x' })
  const id = (made.body as any).id
  const ev = `GET /api/status/${id}/events HTTP/1.1\r\nHost: ${u.host}\r\n\r\n`
  for (let k=0;k<3;k++) {
    const s = connect(Number(u.port), u.hostname); s.on('error',()=>{})
    s.write(ev + `GET /media/gifs/${gif.mediaId}/gif.gif HTTP/1.1\r\nHost: ${u.host}\r\n\r\n`.repeat(300))
    await sleep(1500)
    console.log('open', fds()-before, Math.round(process.memoryUsage().rss/1e6))
    s.destroy(); await sleep(1000)
    console.log('closed', fds()-before)
  }
  await sleep(3000); global.gc?.()
  console.log('later', fds()-before)
})
