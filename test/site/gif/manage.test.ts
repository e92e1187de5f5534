import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { countOpenCases } from '../../support/stores/notices.ts'
import { renditionKey } from '#src/media/rendition.ts'

/** A site with a GIF of its owner, another user and an operator. */
async function stage(t: TestContext) {
  const site = await startSite(t)
  const owner = await signedIn(site, { email: 'owner@example.org' })
  const stranger = await signedIn(site, { email: 'stranger@example.org' })
  const operator = await signedIn(site, { email: 'operator@example.org', admin: true })
  const gif = await site.addWithFiles({ title: 'Before', tags: ['old'], ownerId: owner.account.id })
  const statusFor = async (path: string, headers: Record<string, string> = {}) =>
    (await site.fetch(path, { headers, redirect: 'manual' })).status
  return { site, owner, stranger, operator, gif, statusFor }
}

test('an owner edits a GIF in a form filled with its current values', async (t) => {
  const { site, owner, gif } = await stage(t)
  const form = await pageOf(`${site.url}/${gif.code}/edit`, { headers: owner.headers })
  const values = form.elements('input').map(({ attribs }) => [attribs.name, attribs.value])
  assert.ok(values.some(([name, value]) => name === 'title' && value === 'Before'))
  assert.ok(values.some(([name, value]) => name === 'tags' && value === 'old'))
  assert.ok(form.elements('option').some(({ attribs }) => 'selected' in attribs && attribs.value === '1'))

  const edited = { title: ' After ', category: '2', tags: '#New, new ,frog & pond #splash,', rating: 'r' }
  const answer = await postForm(site, `/${gif.code}/edit`, edited, owner.headers)
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('location'), `/${gif.code}`)
  const changed = await site.withStores(({ catalogue }) => catalogue.gifByCode(gif.code))
  assert.partialDeepStrictEqual(changed, {
    title: 'After',
    tags: ['new', 'frog & pond', 'splash'],
    rating: 'r',
    visibility: 'public',
  })
  assert.equal(changed?.category.id, 2)
})

test('invalid input comes back as it was typed, with the error next to it', async (t) => {
  const { site, owner, gif } = await stage(t)
  const typed = { title: ' ', category: '2', tags: '<b>, "', visibility: 'private' }
  const answer = await postForm(site, `/${gif.code}/edit`, typed, owner.headers)
  assert.equal(answer.status, 422)
  const body = await answer.text()
  assert.match(body, /aria-invalid="true"/)
  assert.match(body, /value="&lt;b&gt;, &quot;"/)
  assert.match(body, /title must have 1 to 200 characters/)
  const page = await pageOf(`${site.url}/${gif.code}`)
  assert.equal(page.text('h1'), 'Before')
})

test('making a GIF private hides it from everyone except its owner, and ends its old file addresses', async (t) => {
  const { site, owner, gif, statusFor } = await stage(t)
  const file = `/media/gifs/${gif.mediaId}/gif.gif`
  assert.equal(await statusFor(file), 200)
  const edit = (more: Record<string, string>) =>
    postForm(site, `/${gif.code}/edit`, { title: 'Before', category: '1', tags: '', ...more }, owner.headers)
  await edit({ visibility: 'private' })
  assert.equal(await statusFor(`/${gif.code}`), 404)
  assert.equal(await statusFor(`/embed/${gif.code}`), 404)
  assert.equal(await statusFor(file), 404)
  const mine = await pageOf(`${site.url}/${gif.code}`, { headers: owner.headers })
  assert.match(mine.text('main'), /Private. Only you can see this page/)
  assert.doesNotMatch(mine.body, /iframe/)
  const signed = new URL(mine.all('source', 'srcset')[0] ?? '')
  assert.equal(await statusFor(signed.pathname + signed.search), 200)

  await edit({ visibility: 'public' })
  assert.equal(await statusFor(`/${gif.code}`), 200)
  assert.equal(await statusFor(file), 200)
})

test('deleting asks first, and removes the files', async (t) => {
  const { site, owner, gif, statusFor } = await stage(t)
  const asked = await pageOf(`${site.url}/${gif.code}/delete`, { headers: owner.headers })
  assert.equal(asked.text('h1'), english.gif.delete.heading)
  assert.equal(await statusFor(`/${gif.code}`), 200)
  const answer = await postForm(site, `/${gif.code}/delete`, {}, owner.headers)
  assert.equal(answer.headers.get('location'), '/mine?done=delete&count=1')
  assert.equal(await statusFor(`/${gif.code}`, owner.headers), 404)
  assert.equal(
    await site.withStores(({ mediaStore }) => mediaStore.stat(renditionKey(gif.mediaId, 'gif'))),
    undefined,
  )
})

test('an operator hides a GIF, which resolves its reports, shows it again and removes it', async (t) => {
  const { site, owner, operator, gif, statusFor } = await stage(t)
  const hide = (hidden: string, headers = operator.headers) =>
    postForm(site, `/${gif.code}/hide`, { hidden }, headers)
  const openReports = () => site.withStores(({ notices }) => countOpenCases({ notices }))
  await postForm(site, `/${gif.code}/report`, { reason: 'spam' }, owner.headers)
  assert.equal(await openReports(), 1)
  assert.equal((await hide('1')).status, 303)
  assert.equal(await openReports(), 0)
  assert.equal(await statusFor(`/${gif.code}`), 404)
  assert.equal(await statusFor(`/media/gifs/${gif.mediaId}/gif.gif`), 404)
  assert.match(
    (await pageOf(`${site.url}/${gif.code}`, { headers: operator.headers })).text('main'),
    /Unhide/,
  )
  const mine = await pageOf(`${site.url}/${gif.code}`, { headers: owner.headers })
  assert.match(mine.text('main'), /Hidden by the operator/)
  assert.doesNotMatch(mine.text('main'), /Unhide/)
  assert.equal((await hide('0', owner.headers)).status, 403)
  assert.equal((await hide('0')).status, 303)
  assert.equal(await statusFor(`/${gif.code}`), 200)
  assert.equal(
    (await postForm(site, `/${gif.code}/delete`, {}, operator.headers)).headers.get('location'),
    '/',
  )
  assert.equal(await statusFor(`/${gif.code}`), 404)
})

test('other accounts see none of it, and a visitor is asked to sign in', async (t) => {
  const { site, owner, operator, stranger, gif, statusFor } = await stage(t)
  const edited = { title: 'Stolen', category: '1', hidden: '1' }
  for (const action of ['edit', 'delete', 'hide']) {
    const path = `/${gif.code}/${action}`
    assert.equal((await postForm(site, path, edited, stranger.headers)).status, 404, action)
    assert.equal((await postForm(site, path, edited, { origin: site.url })).status, 401, action)
    assert.equal(
      (await postForm(site, path, edited, { ...owner.headers, origin: 'https://evil.test' })).status,
      403,
    )
  }
  for (const action of ['edit', 'delete']) {
    assert.equal(await statusFor(`/${gif.code}/${action}`, stranger.headers), 404)
    const visit = await site.fetch(`/${gif.code}/${action}`, { redirect: 'manual' })
    assert.equal(visit.headers.get('location'), `/login?next=%2F${gif.code}%2F${action}`)
  }
  assert.equal(await statusFor(`/${gif.code}/edit`, operator.headers), 404)
  assert.equal((await pageOf(`${site.url}/${gif.code}`)).text('h1'), 'Before')
  const seen = await pageOf(`${site.url}/${gif.code}`, { headers: stranger.headers })
  assert.doesNotMatch(seen.text('main'), /Edit|Delete|Hide/)
})

test('a visitor reports a GIF with a reason, and gets a receipt', async (t) => {
  const { site, gif } = await stage(t)
  const form = await pageOf(`${site.url}/${gif.code}/report`)
  assert.equal(form.elements('input').filter(({ attribs }) => attribs.type === 'radio').length, 8)
  const report = (values: Record<string, string>) =>
    postForm(site, `/${gif.code}/report`, values, { origin: site.url })
  const without = await report({ words: 'I <b>do not</b> like it' })
  assert.equal(without.status, 422)
  const again = await without.text()
  assert.match(again, /Choose what is wrong with this GIF/)
  assert.match(again, /I &lt;b&gt;do not&lt;\/b&gt; like it/)
  const sent = await report({ reason: 'spam', words: 'It sells something.' })
  assert.equal(sent.status, 303)
  const receipt = await pageOf(new URL(sent.headers.get('location') ?? '', site.url).href)
  assert.equal(receipt.text('h1'), english.notices.receipt.heading)
  const { cases } = await site.withStores(({ notices }) =>
    notices.list({ status: 'open', reason: null }, { start: 0, limit: 9 }),
  )
  assert.equal(cases[0]?.gif?.code, gif.code)
  assert.partialDeepStrictEqual(cases[0]?.notices[0], { reason: 'spam', words: 'It sells something.' })
})

test('one address cannot flood the operator with reports', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on' })
  const gif = await site.add()
  const statuses: number[] = []
  for (let number = 0; number < 40 && !statuses.includes(429); number++) {
    const values = { reason: 'spam', words: '' }
    statuses.push((await postForm(site, `/${gif.code}/report`, values, { origin: site.url })).status)
  }
  assert.equal(statuses[0], 303)
  assert.equal(statuses.at(-1), 429)
})

test('any site may show the frame of a GIF, which needs no script and knows no viewer', async (t) => {
  const { site, owner, gif } = await stage(t)
  const spicy = await site.add({ rating: 'r', title: 'Spicy' })
  const secret = await site.add({ visibility: 'private', ownerId: owner.account.id })
  const frame = await pageOf(`${site.url}/embed/${gif.code}`, { headers: owner.headers })
  assert.equal(frame.status, 200)
  assert.match(frame.headers.get('content-security-policy') ?? '', /frame-ancestors \*$/)
  assert.equal(frame.headers.get('x-frame-options'), null)
  assert.equal(frame.headers.get('set-cookie'), null)
  assert.equal(frame.headers.get('cache-control'), 'public, max-age=60')
  assert.equal(frame.count('script'), 0)
  assert.ok(frame.all('a', 'href').includes(`${site.url}/${gif.code}`))
  assert.equal(frame.all('source', 'src')[0], `${site.url}/media/gifs/${gif.mediaId}/video.mp4`)
  assert.equal(frame.body, (await pageOf(`${site.url}/embed/${gif.code}`)).body)
  assert.equal((await pageOf(`${site.url}/embed/${spicy.code}`)).count('details'), 1)
  assert.equal((await pageOf(`${site.url}/embed/${secret.code}`, { headers: owner.headers })).status, 404)
  const missing = await pageOf(`${site.url}/embed/nothing`)
  assert.equal(missing.status, 404)
  assert.match(missing.headers.get('content-security-policy') ?? '', /frame-ancestors \*$/)
  assert.equal(missing.count('header'), 0)
  assert.deepEqual(
    missing.elements('a').map(({ attribs }) => [attribs.href, attribs.target]),
    [[`${site.url}/`, '_blank']],
  )
  const described = await site.fetch(`/oembed?url=${encodeURIComponent(`${site.url}/embed/${gif.code}`)}`)
  assert.equal(described.status, 200)
})
