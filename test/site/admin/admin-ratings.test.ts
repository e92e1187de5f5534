import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rating } from '#src/catalogue/gif.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

const texts = english.admin.ratings

test('an operator rates the unrated GIFs one after the other, and any GIF on its page', async (t) => {
  const site = await startSite(t)
  const owner = await signedIn(site, { email: 'owner@example.org' })
  const operator = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const { headers } = operator
  const add = (title: string, rating: Rating | null = null) =>
    site.add({ title, rating, ownerId: owner.account.id })
  const gif = await add('Frog')
  await add('Rated', 'pg')
  await site.add({ title: 'Secret', visibility: 'private', ownerId: owner.account.id })
  for (let number = 0; number < 20; number++) await add(`Toad ${number}`)
  const stored = async (code: string) =>
    (await site.withStores(({ catalogue }) => catalogue.gifByCode(code)))?.rating
  const titles = async (query = '') =>
    (await pageOf(`${site.url}/admin/ratings${query}`, { headers }))
      .elements('h2')
      .map((heading) => heading.attribs.class)
      .filter((name) => name === 'cut').length

  assert.equal(await titles(), 20)
  assert.equal(await titles('?page=2'), 1)
  const second = await pageOf(`${site.url}/admin/ratings?page=2`, { headers })
  assert.match(second.text('main'), /Frog/)
  assert.match(second.text('main'), /21 unrated GIFs/)

  const rate = (code: string, rating: string, by = headers) =>
    postForm(site, `/admin/ratings/${code}`, { rating, back: 'page=2' }, by)
  const rated = await rate(gif.code, 'pg-13')
  assert.equal(rated.headers.get('location'), '/admin/ratings?page=2&done=rated')
  assert.equal(await stored(gif.code), 'pg-13')
  assert.equal(await titles('?page=2'), 0)
  assert.equal((await rate(gif.code, 'x')).status, 422)
  assert.equal((await rate(gif.code, 'r', owner.headers)).status, 404)

  const page = await pageOf(`${site.url}/${gif.code}`, { headers })
  const pressed = page.elements('button').filter(({ attribs }) => attribs['aria-pressed'] === 'true')
  assert.deepEqual(
    pressed.map(({ attribs }) => attribs.value),
    ['pg-13'],
  )
  assert.equal((await postForm(site, `/${gif.code}/rate`, { rating: 'r' }, headers)).status, 303)
  assert.equal(await stored(gif.code), 'r')
  await postForm(site, `/${gif.code}/rate`, { rating: 'unrated' }, headers)
  assert.equal(await stored(gif.code), null)
  const stranger = await signedIn(site, { email: 'stranger@example.org' })
  assert.equal((await postForm(site, `/${gif.code}/rate`, { rating: 'r' }, stranger.headers)).status, 404)
})

test('/admin lists the ratings that apps show under the default rating', async (t) => {
  for (const [defaultRating, name, shown] of [
    ['g', 'G', 3],
    ['pg', 'PG', 1],
  ] as const) {
    const site = await startSite(t, { DEFAULT_RATING: defaultRating })
    const { headers } = await signedIn(site, { admin: true })
    for (const rating of [null, null, 'g', 'pg-13', 'r'] as const) await site.add({ rating })
    await site.add({ visibility: 'unlisted' })
    for (const path of ['/admin', '/admin/ratings']) {
      const words = (await pageOf(site.url + path, { headers })).text('main')
      assert.match(words, new RegExp(`count as ${name} \\(DEFAULT_RATING=${defaultRating}\\)`))
      assert.ok(words.includes(texts.apps(shown, 5)), words)
      assert.match(words, /Not rated: 2\s+G: 1\s+PG: 0\s+PG-13: 1\s+R: 1/)
    }
  }
})
