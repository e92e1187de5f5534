import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { english } from '#src/site/messages/en/messages.ts'
import { pageOf } from '../support/browser/page.ts'
import { postForm, signedIn } from '../support/signed-in.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { finishTask, makeAsVisitor, manage } from '../support/visitor-gifs.ts'

const texts = english.publishing

const visibilityOf = async (site: TestSite, code: string) =>
  (await site.json(`/api/gif/${code}`)).body.result?.[0]?.visibility

test('over the API a visitor’s GIF is public by default, and comes with a manage link', async (t) => {
  const site = await startSite(t)
  const { gif, key, answer } = await makeAsVisitor(site)
  assert.equal(answer.manage_url, `${site.url}/${gif.code}/manage#${key}`)
  assert.match(key, /^[0-9A-Za-z]{32}$/)
  assert.deepEqual([answer.visibility, await visibilityOf(site, gif.code)], ['public', 'public'])
  const unlisted = await makeAsVisitor(site, { visibility: 'unlisted' })
  assert.deepEqual(
    [unlisted.answer.visibility, await visibilityOf(site, unlisted.gif.code)],
    ['unlisted', 'unlisted'],
  )
  const stored = await site.withStores(({ visitorGifs }) => visitorGifs.byCode(gif.code))
  assert.ok(stored && stored.keyHash !== key && !JSON.stringify(stored).includes(key))

  const { headers } = await site.signUp('anna@example.org')
  const { body } = await site.post(
    '/api/create-gif/source/url',
    { category: 1, url: 'https://example.org/a.mp4', start: 0, end: 1, title: 'Mine' },
    headers,
  )
  assert.deepEqual([body.manage_url, body.visibility], [undefined, undefined])
})

test('a manage key opens only its GIF: to rename, describe, unpublish, publish and delete it', async (t) => {
  const site = await startSite(t)
  const { gif, key } = await makeAsVisitor(site)
  const other = await makeAsVisitor(site)
  const { code } = gif
  const opened = await manage(site, code, { key, action: 'open' })
  assert.deepEqual(
    [opened.status, opened.headers.get('cache-control'), opened.headers.get('referrer-policy')],
    [200, 'private, no-store', 'no-referrer'],
  )
  assert.match(await opened.text(), new RegExp(texts.state.published))

  const wrong = ['', 'x'.repeat(32), other.key, `${key}x`, key.toLowerCase()]
  for (const given of wrong) {
    for (const action of ['open', 'save', 'publish', 'unpublish']) {
      const refused = await manage(site, code, { key: given, action, title: 'Taken over' })
      assert.equal(refused.status, 404, `${action} ${given}`)
      assert.doesNotMatch(await refused.text(), /A frog/)
    }
    assert.equal((await postForm(site, `/${code}/delete`, { key: given }, { origin: site.url })).status, 404)
  }
  for (const headers of [{ origin: 'https://elsewhere.example' }, {}])
    assert.equal(
      (await manage(site, code, { key, action: 'unpublish' }, headers as Record<string, string>)).status,
      403,
    )
  // A link that contains the key, as pasted.
  const saved = await manage(site, code, {
    key: `${site.url}/${code}/manage#${key}`,
    ...{ action: 'save', title: 'Toad', alt: 'A toad', category: '2', tags: '#toad, pond', rating: 'pg' },
  })
  assert.match(await saved.text(), new RegExp(texts.manage.saved))
  const record = (await site.json(`/api/gif/${code}`)).body.result?.[0]
  assert.partialDeepStrictEqual(record, {
    ...{ title: 'Toad', alt: 'A toad', tags: ['toad', 'pond'], rating: 'pg', visibility: 'public' },
  })
  const refused = await manage(site, code, { key, action: 'save', title: ' ', tags: 'kept as typed' })
  assert.equal(refused.status, 422)
  assert.match(await refused.text(), /title must have 1 to 200 characters[\s\S]*kept as typed/)

  await manage(site, code, { key, action: 'unpublish' })
  assert.equal(await visibilityOf(site, code), 'unlisted')
  await manage(site, code, { key, action: 'publish' })
  assert.equal(await visibilityOf(site, code), 'public')

  const deleted = await postForm(site, `/${code}/delete`, { key }, { origin: site.url })
  assert.match(await deleted.text(), /The GIF is deleted/)
  assert.equal((await manage(site, code, { key, action: 'open' })).status, 404)
  assert.equal(await visibilityOf(site, other.gif.code), 'public')
})

test('the page that asks for a key reveals nothing about the GIF', async (t) => {
  const site = await startSite(t)
  const { gif } = await makeAsVisitor(site, { visibility: 'unlisted' })
  const [one, none] = [
    await pageOf(`${site.url}/${gif.code}/manage`),
    await pageOf(`${site.url}/nothing/manage`),
  ]
  assert.deepEqual([one.status, none.status], [200, 200])
  assert.equal(one.body.replaceAll(gif.code, ''), none.body.replaceAll('nothing', ''))
  assert.match(one.headers.get('x-robots-tag') ?? '', /noindex/)
})

test('wrong manage keys from an address are limited, correct ones are not', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on', SIGN_INS_PER_MINUTE: '3' })
  const { gif, key } = await makeAsVisitor(site)
  const open = async (given: string) => (await manage(site, gif.code, { key: given, action: 'open' })).status
  for (let time = 0; time < 5; time++) assert.equal(await open(key), 200)
  for (let time = 0; time < 3; time++) assert.equal(await open('x'.repeat(32)), 404)
  assert.equal(await open('y'.repeat(32)), 429)
  assert.equal(await open(key), 429)
  assert.equal((await postForm(site, `/${gif.code}/delete`, { key }, { origin: site.url })).status, 429)
})

test('no log line contains a manage key, whatever is done with it', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const site = await startSite(t, {}, { log })
  const { gif, key } = await makeAsVisitor(site)
  const { code } = gif
  for (const action of ['open', 'unpublish', 'publish', 'save', 'nonsense'])
    await manage(site, code, { key, action, title: '' })
  await manage(site, 'another', { key, action: 'open' })
  await site.fetch(`/${code}/manage`, {
    method: 'POST',
    body: `{"key":"${key}"`,
    headers: { origin: site.url, 'content-type': 'application/json' },
  })
  await site.fetch('/create/x', { headers: { cookie: `gifwright-made=${code}-${key}` } })
  await postForm(site, `/${code}/delete`, { key }, { origin: site.url })
  assert.ok(lines.length > 5, lines.join(''))
  assert.deepEqual(
    lines.filter((line) => line.includes(key)),
    [],
  )
})

test('with PUBLISHING=accounts a visitor’s GIF stays unlisted, and an account publishes', async (t) => {
  const site = await startSite(t, { PUBLISHING: 'accounts' })
  const { gif, key, answer } = await makeAsVisitor(site, { visibility: 'public' })
  assert.deepEqual([answer.visibility, gif.visibility], ['unlisted', 'unlisted'])
  const opened = await (await manage(site, gif.code, { key, action: 'open' })).text()
  assert.match(opened, new RegExp(texts.accountsHint))
  assert.equal((await manage(site, gif.code, { key, action: 'publish' })).status, 403)
  assert.equal(await visibilityOf(site, gif.code), 'unlisted')
  const { headers } = await site.signUp('anna@example.org')
  await site.post(
    '/api/create-gif/source/url',
    { category: 1, url: 'https://example.org/a.mp4', start: 0, end: 1, title: 'Mine' },
    headers,
  )
  assert.equal((await finishTask(site)).visibility, 'public')
})

test('with PUBLISHING=review a visitor’s GIF is published after the operator approves', async (t) => {
  const site = await startSite(t, { PUBLISHING: 'review' })
  const operator = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const { headers } = operator
  const review = () => pageOf(`${site.url}/admin/review`, { headers })
  const valueFor = async (title: string) =>
    (await review())
      .elements('button')
      .find(({ attribs }) => attribs['aria-label'] === texts.review.approveAbout(title))?.attribs.value ?? ''
  const decide = (values: Record<string, string>) => postForm(site, '/admin/review', values, headers)

  const [first, second] = [
    await makeAsVisitor(site, { title: 'First' }),
    await makeAsVisitor(site, { title: 'Second' }),
  ]
  const quiet = await makeAsVisitor(site, { title: 'Quiet', visibility: 'unlisted' })
  assert.deepEqual([first.answer.visibility, first.gif.visibility], ['unlisted', 'unlisted'])
  assert.match((await review()).text('main'), /2 GIFs wait/)
  assert.doesNotMatch((await review()).body, /Quiet/)
  assert.match((await pageOf(`${site.url}/admin`, { headers })).text('main'), /To review 2/)

  const approved = await decide({ approve: await valueFor('First') })
  assert.equal(approved.headers.get('location'), '/admin/review?done=approved')
  assert.equal(await visibilityOf(site, first.gif.code), 'public')
  await decide({ 'gifs[]': await valueFor('Second'), action: 'decline', reason: 'An <advertisement>' })
  const { gif, key } = second
  const declined = await (await manage(site, gif.code, { key, action: 'open' })).text()
  assert.match(declined, /the operator declined it[\s\S]*An &lt;advertisement&gt;/)

  await manage(site, gif.code, { key, action: 'publish' })
  const seen = await valueFor('Second')
  await manage(site, gif.code, { key, action: 'save', title: 'Other words' })
  const late = await decide({ approve: seen })
  assert.equal(late.headers.get('location'), '/admin/review?done=reviewChanged')
  assert.equal(await visibilityOf(site, gif.code), 'unlisted', 'nobody has reviewed the new title')
  await decide({ approve: await valueFor('Other words') })
  assert.equal(await visibilityOf(site, gif.code), 'public')
  await manage(site, gif.code, { key, action: 'save', title: 'Other words again' })
  assert.equal(await visibilityOf(site, gif.code), 'unlisted', 'changes are reviewed again')
  assert.match((await review()).text('main'), /1 GIF waits/)
  await manage(site, quiet.gif.code, { key: quiet.key, action: 'publish' })
  assert.match((await review()).text('main'), /2 GIFs wait/)

  assert.equal((await decide({ action: 'approve' })).status, 422)
  assert.equal((await decide({ approve: 'x' })).status, 422)
  const visitor = { approve: await valueFor('Quiet') }
  assert.equal((await postForm(site, '/admin/review', visitor, { origin: site.url })).status, 401)
  const person = await signedIn(site, { email: 'person@example.org' })
  assert.equal((await postForm(site, '/admin/review', visitor, person.headers)).status, 404)
  assert.equal(await visibilityOf(site, quiet.gif.code), 'unlisted')
})

test('a visitor has at most UNPUBLISHED_PER_CLIENT unpublished GIFs', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on', UNPUBLISHED_PER_CLIENT: '2' })
  const { gif, key } = await makeAsVisitor(site, { visibility: 'unlisted' })
  await makeAsVisitor(site, { visibility: 'unlisted' })
  const values = { category: 1, url: 'https://example.org/a.mp4', start: 0, end: 1, title: 'One more' }
  const create = (more: object) => site.post('/api/create-gif/source/url', { ...values, ...more })
  const refused = await create({ visibility: 'unlisted' })
  assert.deepEqual([refused.status, refused.body.error?.code], [429, 'rate_limited'])
  assert.match(refused.body.error?.message ?? '', /2 unpublished GIFs/)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await create({})).status, 200, 'public ones are not counted')
  await manage(site, gif.code, { key, action: 'publish' })
  assert.equal((await create({ visibility: 'unlisted' })).status, 200)
})
