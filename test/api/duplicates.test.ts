import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Viewer } from '#src/accounts/account.ts'
import { changeOfKept, mergeGifs } from '#src/catalogue/duplicates/merge-gifs.ts'
import { createDeleteKeys } from '#src/catalogue/delete-keys.ts'
import { packLook, type Look } from '#src/looks/look.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { newTask, publishClaimed, newGif } from '../contract/stores.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { addNotice } from '../support/stores/notices.ts'

type Stores = Parameters<Parameters<TestApp['withStores']>[0]>[0]

const operator = { account: { id: 1, email: 'o@example.org', premium: true, admin: true } } as Viewer

/** A look that differs from the look of another seed in about half of its bits. */
const lookOf = (seed: number): Look =>
  Uint32Array.from({ length: 8 }, (_, word) => Math.imul(seed * 31 + word + 1, 0x9e3779b1) ^ (seed << 7))

const packedLook = (seed: number, flipped = 0) => {
  const look = lookOf(seed)
  look[0] = (look[0] ?? 0) ^ flipped
  return packLook(look)
}

const merge = (stores: Stores, keptId: number, mergedIds: number[]) =>
  mergeGifs(stores, keptId, mergedIds, operator)

test('every address of a merged GIF leads to the remaining one, even after two merges', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { first, second, last } = await app.withStores(async (stores) => {
    const [first, second, last] = [
      await publishGif(stores, { title: 'First', tags: ['a', 'b'], rating: 'pg', alt: 'A frog.' }),
      await publishGif(stores, { title: 'Second', tags: ['c'] }),
      await publishGif(stores, { title: 'Last', tags: ['b', 'd'], rating: 'g' }),
    ]
    for (const { mediaId } of [first, second, last]) {
      await writeFile(join(app.folder, 'file'), mediaId)
      await stores.mediaStore.put(renditionKey(mediaId, 'gif'), join(app.folder, 'file'))
    }
    await stores.trends.addUses(
      new Map([
        [first.id, 3],
        [second.id, 4],
        [last.id, 5],
      ]),
    )
    await addNotice(stores, { gifId: first.id, words: 'x' })
    await merge(stores, second.id, [first.id, second.id])
    const { kept, merged } = await merge(stores, last.id, [second.id, first.id])
    assert.deepEqual(kept.tags, ['b', 'd', 'c', 'a'])
    assert.deepEqual([kept.alt, kept.rating, kept.title, merged.length], ['A frog.', 'pg', 'Last', 1])
    assert.equal(await stores.catalogue.hasOpenNotices(last.id), true)
    const { uses } = await stores.db
      .selectFrom('gif')
      .select('uses')
      .where('id', '=', last.id)
      .executeTakeFirstOrThrow()
    assert.equal(uses, 12)
    return { first, second, last }
  })
  await app.noticeChanges()
  const ask = async (path: string) => {
    const { status, headers } = await app.fetch(path, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  for (const { code, tenorId, mediaId } of [first, second]) {
    assert.deepEqual(await ask(`/${code}`), [301, `/${last.code}`])
    assert.deepEqual(await ask(`/embed/${code}`), [301, `/embed/${last.code}`])
    assert.deepEqual(await ask(`/gifs/some-words-${code}`), [301, `/${code}`])
    const file = `/media/gifs/${last.mediaId}/gif.gif`
    assert.deepEqual(await ask(`/media/gifs/${mediaId}/gif.gif`), [301, app.url + file])
    assert.deepEqual(await ask(`/media/gifs/${mediaId}/gif.gif?download=1`), [
      301,
      `${app.url}${file}?download=1`,
    ])
    assert.equal((await app.json(`/api/gif/${code}`)).body.result?.[0]?.code, last.code)
    assert.equal((await app.post(`/api/use/${code}`, { kind: 'share' })).status, 200)
    const oembed = await app.fetch(`/oembed?url=${encodeURIComponent(`${app.url}/${code}`)}`)
    assert.equal(((await oembed.json()) as { title: string }).title, 'Last')
    for (const id of [code, tenorId]) {
      const tenor = await app.fetch(`/v2/posts?ids=${id}&key=x`)
      const { results } = (await tenor.json()) as { results: { id: string }[] }
      assert.deepEqual(
        results.map((result) => result.id),
        [last.tenorId],
      )
      assert.equal((await app.fetch(`/v2/registershare?id=${id}&key=x`)).status, 200)
      const giphy = await app.fetch(`/v1/gifs/${id}?api_key=x`)
      assert.equal(((await giphy.json()) as { data: { id: string } }).data.id, last.code)
    }
    const owner = await app.token(`${code}@example.org`)
    const removal = { method: 'DELETE', headers: { authorization: `Bearer ${owner}` } }
    assert.equal((await app.fetch(`/api/gif/${code}`, removal)).status, 404)
  }
  await app.withStores(async ({ catalogue, mediaStore }) => {
    await assert.rejects(mediaStore.fetch(renditionKey(first.mediaId, 'gif'), join(app.folder, 'gone')))
    await catalogue.change(last.id, { visibility: 'private' })
  })
  await app.noticeChanges()
  for (const path of [
    first.code,
    `embed/${first.code}`,
    `media/gifs/${first.mediaId}/gif.gif`,
    `api/gif/${first.code}`,
  ])
    assert.equal((await app.fetch(`/${path}`, { redirect: 'manual' })).status, 404, path)
})

test('the status of a creation names similar GIFs that the caller may see', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const [mine, other] = [await app.token('me@example.org'), await app.token('other@example.org')]
  const { task, codes } = await app.withStores(async (stores) => {
    const ownerId = (await stores.accounts.byEmail('me@example.org'))?.id ?? 0
    const add = (given: object) => publishGif(stores, { look: packedLook(1), ...given })
    const codes = {
      listed: (await add({ look: packedLook(1, 7) })).code,
      own: (await add({ look: packedLook(1, 1), visibility: 'private', ownerId })).code,
    }
    await add({ visibility: 'private' })
    await add({ visibility: 'unlisted' })
    await add({ hidden: true })
    await add({ look: packedLook(2) })
    await add({ look: null })
    const task = newTask({ ownerId })
    await stores.tasks.submissions.add(task, 1000)
    const claim = await stores.tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await publishClaimed(stores, claim, newGif({ code: task.code, ownerId, look: packedLook(1) }))
    return { task, codes }
  })
  await app.noticeChanges()
  const similarTo = async (token: string | null) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const { body } = await app.json(`/api/status/${task.id}`, { headers })
    return (body as { similar?: { code: string; thumb_url: string }[] }).similar?.map(({ code }) => code)
  }
  assert.deepEqual(await similarTo(mine), [codes.own, codes.listed])
  assert.deepEqual(await similarTo(other), [codes.listed])
  assert.deepEqual(await similarTo(null), [codes.listed])
  await app.withStores(async ({ catalogue }) => {
    const gif = await catalogue.gifByCode(codes.listed)
    await catalogue.remove(gif?.id ?? 0)
  })
  await app.noticeChanges()
  assert.equal(await similarTo(other), undefined)
})

test('the answer to a repeated upload names the earlier GIF if the caller may see it, also after a merge', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const [mine, other] = [await app.token('me@example.org'), await app.token('other@example.org')]
  const bytes = (of: string) => Buffer.from(`GIF89a${of}`.padEnd(300_000, of))
  const hashOf = (of: string) => createHash('sha256').update(bytes(of)).digest()
  const codes = await app.withStores(async (stores) => {
    const ownerId = (await stores.accounts.byEmail('me@example.org'))?.id ?? 0
    const add = (of: string, given: object = {}) => publishGif(stores, { sourceHash: hashOf(of), ...given })
    await add('listed', { hidden: true })
    const merged = await add('merged')
    const stays = await add('other')
    await merge(stores, stays.id, [merged.id, stays.id])
    await add('unlisted', { visibility: 'unlisted' })
    return {
      listed: (await add('listed')).code,
      merged: stays.code,
      own: (await add('private', { visibility: 'private', ownerId })).code,
    }
  })
  const upload = async (of: string, token: string, values: Record<string, string> = {}) => {
    const form = new FormData()
    const field = values.keep === undefined ? 'file' : 'video'
    const path = field === 'file' ? '/api/upload' : '/api/create-gif/source/video'
    for (const [name, value] of Object.entries({ category: '1', title: 'Again', ...values }))
      form.append(name, value)
    form.append(field, new Blob([bytes(of)]), 'a.gif')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.fetch(path, { method: 'POST', body: form, headers })
    assert.equal(answer.status, 200)
    return (await answer.json()) as { id: string; existing?: { code: string; url: string } }
  }
  const told = async (of: string, token: string, values?: Record<string, string>) =>
    (await upload(of, token, values)).existing
  const gif = (code: string) => ({ code, url: `/${code}` })
  assert.deepEqual(await told('listed', other, { keep: '1' }), gif(codes.listed))
  assert.deepEqual(await told('listed', other), gif(codes.listed))
  assert.deepEqual(await told('merged', other, { keep: '1' }), gif(codes.merged))
  assert.deepEqual(await told('private', mine, { keep: '1' }), gif(codes.own))
  assert.equal(await told('private', other, { keep: '1' }), undefined)
  assert.equal(await told('unlisted', other, { keep: '1' }), undefined)
  const { id, existing } = await upload('new', other, { keep: '1' })
  assert.equal(existing, undefined)
  await app.withStores(async ({ db }) => {
    const task = await db.selectFrom('task').select('source_hash').where('id', '=', id).executeTakeFirst()
    assert.deepEqual(Buffer.from(task?.source_hash ?? ''), hashOf('new'))
  })
})

test('the owner and the delete link of a merged GIF cannot change the remaining one', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const token = await app.token('me@example.org')
  const { merged, kept, key } = await app.withStores(async (stores) => {
    const ownerId = (await stores.accounts.byEmail('me@example.org'))?.id ?? 0
    const [merged, kept] = [
      await publishGif(stores, { ownerId }),
      await publishGif(stores, { title: 'Kept' }),
    ]
    await merge(stores, kept.id, [merged.id, kept.id])
    return { merged, kept, key: createDeleteKeys(stores.secret).keyOf(merged.code) }
  })
  const ask = async (path: string, method: string, body: string | URLSearchParams, headers: object = {}) => {
    const answer = await app.fetch(path, {
      method,
      body,
      redirect: 'manual',
      headers: { origin: app.url, ...headers },
    })
    return answer.status
  }
  const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const code of [merged.code, kept.code]) {
    const deletion = await ask(`/${code}/delete`, 'POST', new URLSearchParams({ key }))
    assert.equal(deletion, 404)
    assert.equal(await ask(`/api/gif/${code}`, 'PATCH', '{"title":"Mine"}', own), 404)
  }
  const { result } = (await app.json(`/api/gif/${merged.code}`)).body
  assert.deepEqual([result?.[0]?.code, result?.[0]?.title], [kept.code, 'Kept'])
})

test('a public GIF takes no tags or description from a private or hidden one that is merged into it', () => {
  const kept = {
    ...newGif({ tags: ['cat'], alt: null, rating: null }),
    id: 1,
    category: { id: 1, code: 'a', name: 'A' },
  }
  const other = { ...kept, id: 2, tags: ['my secret'], alt: 'A secret.', rating: 'pg' as const }
  assert.deepEqual(changeOfKept(kept, { ...other, visibility: 'private' }), { rating: 'pg' })
  assert.deepEqual(changeOfKept(kept, { ...other, hidden: true }), { rating: 'pg' })
  const taken = { tags: ['cat', 'my secret'], alt: 'A secret.', rating: 'pg' }
  assert.deepEqual(changeOfKept(kept, other), taken)
  assert.deepEqual(
    changeOfKept({ ...kept, visibility: 'private' }, { ...other, visibility: 'unlisted' }),
    taken,
  )
})
