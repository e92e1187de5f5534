import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

test('signing out removes the browser’s access to GIFs and sources without an account', async (t) => {
  const site = await startSite(t)
  const asked = {
    ...{
      source: 'url',
      url: 'https://example.org/clip.mp4',
      start: '0',
      end: '1',
      title: 'A frog',
      tags: '',
    },
    ...{ category: '1', width: '480', height: '360', delay: '200' },
  }
  const made = await postForm(site, '/create', asked, { origin: site.url })
  assert.equal(made.status, 303)
  const own = made.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
  assert.deepEqual(new Set(own), new Set(['gifwright-browser', 'gifwright-made']))
  const { headers } = await signedIn(site)
  const out = await postForm(site, '/logout', {}, headers)
  assert.equal(out.status, 303)
  const removed = out.headers.getSetCookie().filter((cookie) => /expires=Thu, 01 Jan 1970/i.test(cookie))
  const places = removed.map((cookie) => /^([\w-]+)=;.*path=([^;]+)/i.exec(cookie)?.slice(1).join(' at '))
  assert.deepEqual(
    new Set(places),
    new Set(['gifwright at /', 'gifwright-browser at /', 'gifwright-made at /create']),
  )
})
