import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDuplicates } from '#src/app/duplicates.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { packLook } from '#src/looks/look.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { addNotice, decideAbout } from '../../support/stores/notices.ts'

/** Returns a packed look; those of one seed are the same. */
const lookOf = (seed: number) =>
  packLook(Uint32Array.from({ length: 8 }, (_, word) => Math.imul(seed * 31 + word + 1, 0x9e3779b1) >>> 0))

const lists = [
  '/admin',
  '/admin/duplicates',
  '/admin/tasks',
  '/admin/tasks?status=done',
  '/admin/notices',
  '/admin/notices?status=counter',
  '/admin/notices?status=decided',
  '/admin/hidden',
  '/admin/review',
  '/admin/ratings',
  '/admin/descriptions',
  '/admin/collections',
]

/** Returns the operator's pages that show anything about a GIF except its code in a record of notices. */
async function listsThatShow(site: TestSite, headers: Record<string, string>, gif: Gif): Promise<string[]> {
  const showing: string[] = []
  for (const path of lists) {
    const page = await site.fetch(path, { headers })
    const words = await page.text()
    assert.equal(page.status, 200, path)
    if (words.includes(gif.mediaId) || words.includes(gif.title) || words.includes(`value="${gif.id},`))
      showing.push(path)
  }
  return showing
}

test('no list for operators shows a GIF that only its owner may see; while it is hidden or reported, they do', async (t) => {
  const site = await startSite(t)
  const owner = await signedIn(site, { email: 'owner@example.org' })
  const { headers } = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const mine = { ownerId: owner.account.id }
  const known = await site.add({ title: 'Known to all', look: lookOf(1) })
  const another = await site.add({ title: 'Known as well', look: lookOf(1) })
  const alone = await site.add({ title: 'Only one is left', look: lookOf(2), ...mine })
  // Each is renamed when it becomes private: the record of its notice keeps the earlier title.
  const secrets = [
    await site.add({ title: 'Was public', look: lookOf(1), ...mine }),
    await site.add({ title: 'Was public', look: lookOf(2), ...mine }),
  ]
  const [secret, hidden] = await site.withStores(async (stores) => {
    for (const { id, code } of secrets) {
      await addNotice(stores, { gifId: id })
      await decideAbout(stores, code, 'dismiss')
    }
    return Promise.all(
      secrets.map(({ id }, index) =>
        stores.catalogue.change(id, { visibility: 'private', title: `Secret ${index}` }),
      ),
    )
  })
  assert.ok(secret && hidden)
  assert.deepEqual(await listsThatShow(site, headers, secret), [])
  assert.deepEqual(await listsThatShow(site, headers, hidden), [])
  const tasks = await (await site.fetch('/admin/tasks', { headers })).text()
  assert.match(tasks, /A private GIF/)

  // The remaining groups.
  const groups = () =>
    site.withStores(async (stores) => {
      const ids: number[][] = []
      for await (const group of listDuplicates(stores)) ids.push(group.map(({ id }) => id))
      return ids
    })
  assert.deepEqual(await groups(), [[another.id, known.id]])
  const page = await (await site.fetch('/admin/duplicates', { headers })).text()
  assert.ok(page.includes(`value="${known.id},${another.id}"`) && !page.includes(alone.title))
  const merge = (keep: Gif, other: Gif) =>
    postForm(
      site,
      '/admin/duplicates/merge',
      { gifs: `${keep.id},${other.id}`, keep: String(keep.id) },
      headers,
    )
  assert.equal((await merge(secret, known)).status, 404)
  await merge(known, secret)
  for (const { code } of [known, secret])
    assert.ok(await site.withStores(({ catalogue }) => catalogue.gifByCode(code)))
  // Dismisses the visible pair; a GIF that is not visible keeps no group open.
  await postForm(site, '/admin/duplicates/dismiss', { gifs: `${another.id},${known.id}` }, headers)
  assert.deepEqual(await groups(), [])

  await site.withStores(({ catalogue }) => catalogue.change(hidden.id, { hidden: true }))
  const showing = await listsThatShow(site, headers, { ...hidden, mediaId: 'no media id' })
  assert.deepEqual(showing, ['/admin/duplicates', '/admin/notices?status=decided', '/admin/hidden'])
  assert.deepEqual(await groups(), [[hidden.id, alone.id]])
})
