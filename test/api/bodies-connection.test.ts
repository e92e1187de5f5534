import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type BodyServer, startBodyServer } from '../support/http/body-server.ts'
import { until } from '../support/until.ts'

let server: BodyServer
before(async () => {
  server = await startBodyServer()
})
after(async () => {
  assert.deepEqual(await server.leftFiles(), [], 'no request leaves a file')
  await server.close()
})

const jsonHead = '{"video":"data:video/mp4;base64,'

async function open(head: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(head)
  return socket
}

/** Sends far more than any limit, and returns the server's answer. */
async function sendOversized(requestHead: string, megabytes: number): Promise<string> {
  const socket = await open(requestHead)
  const answer = text(socket)
  const piece = 'A'.repeat(2 ** 20)
  await pipeline(function* () {
    for (let sent = 0; sent < megabytes; sent++) yield piece
    yield '"}'
  }, socket)
  return answer
}

async function countOpenFiles(): Promise<number> {
  return (await readdir('/proc/self/fd')).length
}

function head(path: string, extra: string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...extra, '', jsonHead].join(
    '\r\n',
  )
}

function parseAnswer(answer: string): { status: number; code: unknown } {
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  return { status: Number(answer.slice(9, 12)), code: Object(Object(body).error).code }
}

const length200 = `Content-Length: ${200 * 2 ** 20 + jsonHead.length + 2}`

test('curl that sends 200 MB sees the 413, with or without a declared length', async () => {
  for (const headers of [
    [],
    ['-H', 'Transfer-Encoding: chunked'],
    ['-H', 'Connection: close'],
    ['-H', 'Expect:'],
  ]) {
    const command = `{ printf '%s' '${jsonHead}'; head -c 209715200 /dev/zero | tr '\\0' A; } | curl -sS --data-binary @- -H 'Content-Type: application/json' "$@"`
    const args = ['-w', '%{http_code}', ...headers, `${server.url}/uploads`]
    const curl = spawn('bash', ['-c', command, 'curl', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, problems] = await Promise.all([text(curl.stdout), text(curl.stderr)])
    assert.match(out, /"too_large".*413$/, `${headers.join(' ')}: ${out} ${problems}`)
  }
})

test('a client that sends everything before reading gets its answer', async () => {
  for (const path of ['/uploads', '/deaf']) {
    for (const extra of [[], ['Connection: close']]) {
      const { status } = parseAnswer(await sendOversized(head(path, [length200, ...extra]), 200))
      assert.equal(status, path === '/deaf' ? 401 : 413)
    }
  }
})

test('a connection serves the next request when the rest of a refused body was short', async () => {
  const body = `${jsonHead}$$$$"}`
  const socket = await open(
    `POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await once(socket, 'data')
  socket.end(
    'POST /plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
  )
  assert.match(await text(socket), /^HTTP\/1.1 200[^]*{"a":1}$/)
})

test('clients that disconnect during an upload leave neither a file nor an open file handle', async () => {
  const filesBefore = await countOpenFiles()
  for (const extra of [['Content-Length: 1000000'], ['Transfer-Encoding: chunked']]) {
    for (let client = 0; client < 5; client++) {
      const chunk = extra[0]?.startsWith('Transfer') ? '30000\r\n' : ''
      const socket = await open(
        head('/uploads', extra).replace(jsonHead, chunk + jsonHead) + 'A'.repeat(180_000),
      )
      await until('the upload is stored', async () => (await server.leftFiles()).length > 0)
      socket.destroy()
      await until('its file is removed', async () => (await server.leftFiles()).length === 0)
    }
  }
  await until('all files are closed', async () => (await countOpenFiles()) <= filesBefore)
})
