import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packLook } from '#src/looks/look.ts'
import { newGif, newTask, publishClaimed } from '../../contract/stores.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

/** A packed look; those of one seed are the same. */
const lookOf = (seed: number, flipped = 0) =>
  packLook(
    Uint32Array.from(
      { length: 8 },
      (_, word) => (Math.imul(seed * 31 + word + 1, 0x9e3779b1) ^ flipped) >>> 0,
    ),
  )

test('an operator merges similar GIFs, or records that they are different', async (t) => {
  const site = await startSite(t)
  const owner = await signedIn(site, { email: 'owner@example.org' })
  const { headers } = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const add = (title: string, look: Uint8Array) => site.add({ title, look, ownerId: owner.account.id })
  const [frog, toad] = [await add('Frog', lookOf(1)), await add('Toad', lookOf(1, 1))]
  const [cat, dog] = [await add('Cat', lookOf(2)), await add('Dog', lookOf(2, 2))]
  await add('Alone', lookOf(3))
  await site.withStores(({ trends }) => trends.addUses(new Map([[toad.id, 2]])))
  const shown = async () => {
    const page = await pageOf(`${site.url}/admin/duplicates`, { headers })
    return page
      .elements('input')
      .filter(({ attribs }) => attribs.name === 'gifs')
      .map(({ attribs }) => attribs.value)
  }

  assert.deepEqual(await shown(), [`${cat.id},${dog.id}`, `${toad.id},${frog.id}`])
  const dismissal = await postForm(
    site,
    '/admin/duplicates/dismiss',
    { gifs: `${cat.id},${dog.id}` },
    headers,
  )
  assert.equal(dismissal.headers.get('location'), '/admin/duplicates?done=dismissed')
  assert.deepEqual(await shown(), [`${toad.id},${frog.id}`])
  const values = { gifs: `${toad.id},${frog.id}`, keep: String(toad.id) }
  assert.equal((await postForm(site, '/admin/duplicates/merge', values, owner.headers)).status, 404)
  const merging = await postForm(site, '/admin/duplicates/merge', values, headers)
  assert.equal(merging.headers.get('location'), '/admin/duplicates?done=merged')
  assert.deepEqual(await shown(), [])
  const moved = await site.fetch(`/${frog.code}`, { redirect: 'manual' })
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, `/${toad.code}`])
  assert.equal((await postForm(site, '/admin/duplicates/merge', values, headers)).status, 303)
})

test('the maker of a duplicate GIF may use the existing one and delete the new one', async (t) => {
  const site = await startSite(t)
  const { account, headers } = await signedIn(site)
  const other = await site.add({ title: 'Here before', look: lookOf(1) })
  const task = await site.withStores(async (stores) => {
    const task = newTask({ ownerId: account.id })
    await stores.tasks.submissions.add(task, 1000)
    const claim = await stores.tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await publishClaimed(stores, claim, newGif({ code: task.code, ownerId: account.id, look: lookOf(1, 4) }))
    return task
  })
  const page = await pageOf(`${site.url}/create/${task.id}`, { headers })
  assert.match(page.text('main'), /already here[^]*Here before/)
  assert.equal(page.elements('input').filter(({ attribs }) => attribs.value === other.code).length, 1)
  const visitors = await pageOf(`${site.url}/create/${task.id}`)
  assert.equal(visitors.elements('input').filter(({ attribs }) => attribs.name === 'with').length, 0)
  const replaced = await postForm(site, `/${task.code}/delete`, { with: other.code }, headers)
  assert.deepEqual([replaced.status, replaced.headers.get('location')], [303, `/${other.code}`])
  assert.equal((await site.fetch(`/${task.code}`)).status, 404)
  assert.equal((await postForm(site, `/${other.code}/delete`, { with: '//x' }, headers)).status, 422)
})
