import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { pageOf } from '../../support/browser/page.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { finishTask } from '../../support/visitor-gifs.ts'

const texts = english.publishing

/** Sends the plain form for a link; returns the page of the task, and the cookie that came with it. */
async function make(
  site: TestSite,
  values: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  const all = {
    source: 'url',
    url: 'https://example.org/a.mp4',
    category: '1',
    title: 'A frog',
    start: '0',
    end: '1',
  }
  for (const [name, value] of Object.entries({ ...all, ...values })) form.append(name, value)
  const sent = await site.fetch('/create', {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: site.url, ...headers },
  })
  assert.equal(sent.status, 303)
  const gif = await finishTask(site)
  return {
    path: sent.headers.get('location') ?? '',
    cookie: sent.headers.getSetCookie().find((one) => one.startsWith('gifwright-made=')) ?? '',
    gif,
  }
}

test('a visitor’s GIF is unlisted until it is published on the page that shows it, without script', async (t) => {
  const site = await startSite(t)
  const { path, cookie, gif } = await make(site, { visibility: 'public' })
  assert.equal(gif.visibility, 'unlisted', 'a visitor has no choice before')
  assert.match(cookie, /^gifwright-made=\w+-\w+; Max-Age=604800; Path=\/create; HttpOnly; SameSite=Strict$/)
  const key = /-(\w+);/.exec(cookie)?.[1] ?? ''
  assert.doesNotMatch(path, new RegExp(key))

  const headers = { cookie: cookie.split(';')[0] ?? '', origin: site.url }
  const done = await pageOf(site.url + path, { headers })
  assert.equal(done.headers.get('cache-control'), 'private, no-store')
  assert.ok(done.all('input', 'value').includes(`${site.url}/${gif.code}/manage#${key}`))
  assert.match(done.text('main'), new RegExp(texts.state.unpublished))
  assert.match(done.text('main'), /It will be deleted on .* unless you publish it/)
  assert.ok(!done.all('a', 'href').some((address) => address.includes(key)))

  // Someone with the address of the task, and without the cookie.
  const stranger = await pageOf(site.url + path)
  assert.ok(!stranger.body.includes(key) && stranger.body.includes(texts.state.unpublished))

  const form = done.elements('form').find(({ attribs }) => attribs.action === `/${gif.code}/manage`)
  assert.ok(form)
  const values = done
    .elements('input')
    .filter(({ attribs }) => ['key', 'action', 'task'].includes(attribs.name ?? ''))
  const body = new URLSearchParams(
    Object.fromEntries(values.slice(0, 3).map(({ attribs }) => [attribs.name, attribs.value ?? ''])),
  )
  assert.equal(body.get('action'), 'publish')
  const published = await site.fetch(`/${gif.code}/manage`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  })
  assert.deepEqual([published.status, published.headers.get('location')], [303, path])
  const after = await pageOf(site.url + path, { headers })
  assert.match(after.text('main'), new RegExp(texts.state.published))
  assert.ok(after.elements('button').some((button) => after.wordsOf(button) === texts.unpublish))
})

test('an account chooses the visibility of a GIF before it is made, and publishes an unlisted one later', async (t) => {
  const site = await startSite(t, { PUBLISHING: 'review' })
  const anna = await signedIn(site)
  const page = await pageOf(`${site.url}/create`, { headers: anna.headers })
  const choices = page.elements('input').filter(({ attribs }) => attribs.name === 'visibility')
  assert.deepEqual(
    choices.map(({ attribs }) => [attribs.value, 'checked' in attribs]),
    [
      ['public', true],
      ['unlisted', false],
      ['private', false],
    ],
  )
  assert.equal((await make(site, {}, anna.headers)).gif.visibility, 'public')
  assert.equal((await make(site, { visibility: 'private' }, anna.headers)).gif.visibility, 'private')
  const { gif, path, cookie } = await make(site, { visibility: 'unlisted' }, anna.headers)
  assert.deepEqual([gif.visibility, cookie], ['unlisted', ''])
  const done = await pageOf(site.url + path, { headers: anna.headers })
  assert.ok(done.elements('button').some((button) => done.wordsOf(button) === texts.publish))
  const publish = (headers: Record<string, string>) =>
    site.fetch(`/${gif.code}/publish`, {
      method: 'POST',
      body: new URLSearchParams({ published: '1', task: path.split('/').at(-1) ?? '' }),
      headers,
      redirect: 'manual',
    })
  assert.equal((await publish((await signedIn(site, { email: 'bert@example.org' })).headers)).status, 404)
  assert.equal((await publish(anna.headers)).headers.get('location'), path)
  const stored = await site.withStores(({ catalogue }) => catalogue.gifByCode(gif.code))
  assert.equal(stored?.visibility, 'public')
})

test('the form shows the person’s watermark, and offers to leave it out if there is one', async (t) => {
  for (const [mode, visitorMark, accountMark] of [
    ['on', 'ours', 'ours'],
    ['visitors', 'ours', ''],
    ['off', '', ''],
  ] as const) {
    const site = await startSite(t, { WATERMARK: mode, WATERMARK_TEXT: 'ours' })
    const premium = await signedIn(site, { premium: true })
    for (const [headers, mark] of [
      [{}, visitorMark],
      [premium.headers, accountMark],
    ] as const) {
      const page = await pageOf(`${site.url}/create`, { headers })
      const form = page.elements('form').find(({ attribs }) => 'data-maker' in attribs)
      assert.equal(form?.attribs['data-watermark'], mark)
      const isOffered = page.all('input', 'name').includes('watermark_type')
      assert.equal(isOffered, mark !== '', `${mode} ${mark}`)
    }
    const { body, status } = await site.post('/api/create-gif/source/url', {
      ...{ category: 1, url: 'https://example.org/a.mp4', start: 0, end: 1, watermark_type: 'none' },
    })
    assert.deepEqual([status, body.error?.field], [401, 'watermark_type'], 'as in the contract, in any mode')
  }
})
