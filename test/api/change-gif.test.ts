import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { startApp } from '../support/app.ts'
import { publishGif } from '../support/stores/gifs.ts'

/** The app with an owner, another user and an operator, by their tokens. */
async function start(t: TestContext) {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const people = await app.withStores(async ({ accounts }) => {
    const add = async (name: string) => {
      const email = `${name}@example.org`
      const account = await accounts.add({
        email,
        premium: false,
        admin: name === 'operator',
        passwordHash: null,
      })
      return { id: account.id, token: (await makeToken(accounts, account.id, 'test')).token }
    }
    return { owner: await add('owner'), stranger: await add('stranger'), operator: await add('operator') }
  })
  const patch = async (code: string, token: string | null, body: unknown) => {
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    const answer = await app.json(`/api/gif/${code}`, {
      method: 'PATCH',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    return { ...answer, gif: answer.body.result?.[0] }
  }
  const stored = (code: string) => app.withStores(({ catalogue }) => catalogue.gifByCode(code))
  return { app, people, patch, stored }
}

test('an owner changes a GIF by JSON and by forms; omitted fields stay', async (t) => {
  const { app, people, patch, stored } = await start(t)
  const { owner } = people
  const { code } = await app.withStores((stores) => publishGif(stores, { ownerId: owner.id, tags: ['old'] }))
  const json = await patch(code, owner.token, {
    title: ' Newer ',
    alt: ' A frog  jumps\n',
    tags: ['One', 'two'],
    rating: 'pg',
    category: 2,
  })
  assert.equal(json.status, 200, JSON.stringify(json.body))
  assert.deepEqual([json.gif?.title, json.gif?.tags, json.gif?.nsfw], ['Newer', ['one', 'two'], false])
  assert.deepEqual(json.body.result, (await app.json(`/api/gif/${code}`)).body.result)
  assert.equal(json.gif?.alt, 'A frog jumps')
  assert.equal((await stored(code))?.rating, 'pg')

  const form = new FormData()
  form.append('title', 'Newest')
  const retitled = (await patch(code, owner.token, form)).gif
  assert.deepEqual([retitled?.title, retitled?.alt], ['Newest', 'A frog jumps'])
  const cleared = await patch(code, owner.token, new URLSearchParams({ tags: '', nsfw: '1', alt: ' ' }))
  const { tags, nsfw, title, alt } = cleared.gif!
  assert.deepEqual([tags, nsfw, title, alt], [[], true, 'Newest', null])
  const { rating, visibility, category } = (await stored(code))!
  assert.deepEqual([rating, visibility, category.id], ['r', 'public', 2])

  assert.equal((await patch(code, owner.token, { nsfw: 0 })).gif?.nsfw, false)
  assert.equal((await stored(code))?.rating, null)
  await patch(code, owner.token, { rating: 'g', visibility: 'unlisted' })
  await patch(code, owner.token, { nsfw: 0, private: 0 })
  assert.deepEqual([(await stored(code))?.rating, (await stored(code))?.visibility], ['g', 'unlisted'])
  await patch(code, owner.token, { rating: 'unrated' })
  assert.equal((await stored(code))?.rating, null)

  const hidden = await patch(code, owner.token, { private: 1 })
  assert.equal(hidden.gif?.private, true)
  assert.equal(hidden.headers.get('cache-control'), 'private, no-store')
  assert.equal((await app.fetch(`/api/gif/${code}`)).status, 404)
})

test('an invalid change names the offending key, and changes nothing', async (t) => {
  const { app, people, patch, stored } = await start(t)
  const { owner } = people
  const gif = await app.withStores((stores) => publishGif(stores, { ownerId: owner.id }))
  for (const [body, field] of [
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ alt: 'x'.repeat(501) }, 'alt'],
    [{ tags: ['x'.repeat(51)] }, 'tags[]'],
    [{ category: 99_999 }, 'category'],
    [{ rating: 'x' }, 'rating'],
    [{ rating: 'pg', nsfw: 1 }, 'rating'],
    [{ rating: 'unrated', nsfw: 1 }, 'rating'],
    [{ rating: 'r', nsfw: 0 }, 'rating'],
    [{ nsfw: 'yes' }, 'nsfw'],
    [{ visibility: 'secret' }, 'visibility'],
    [{ visibility: 'public', private: 1 }, 'visibility'],
    [{ visibility: 'private', private: 0 }, 'visibility'],
  ] as const) {
    const { status, body: answer } = await patch(gif.code, owner.token, {
      ...body,
      title: 'Changed',
      ...body,
    })
    assert.deepEqual([status, answer.error.field], [422, field], JSON.stringify(answer))
  }
  assert.deepEqual(await stored(gif.code), gif)
})

test('nobody else changes a GIF, not even with the token of an operator', async (t) => {
  const { app, people, patch, stored } = await start(t)
  const { owner, stranger, operator } = people
  const gif = await app.withStores((stores) => publishGif(stores, { ownerId: owner.id }))
  assert.equal((await patch(gif.code, null, { rating: 'g' })).status, 401)
  for (const { token } of [stranger, operator])
    for (const code of [gif.code, 'nothing0'])
      assert.equal((await patch(code, token, { rating: 'g' })).status, 404)
  assert.deepEqual(await stored(gif.code), gif)

  await app.withStores(({ catalogue }) => catalogue.change(gif.id, { hidden: true }))
  for (const body of [{ private: 1 }, { visibility: 'private' }]) {
    const kept = await patch(gif.code, owner.token, body)
    assert.deepEqual([kept.status, kept.body.error.field], [403, Object.keys(body)[0]])
  }
  assert.equal((await patch(gif.code, owner.token, { rating: 'g' })).status, 200)
})
