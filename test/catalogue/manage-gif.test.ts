import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type Viewer, visitor } from '#src/accounts/account.ts'
import { changeGif } from '#src/catalogue/change-gif.ts'
import type { GifChange } from '#src/catalogue/gif.ts'
import { removeGif } from '#src/catalogue/remove-gif.ts'
import { showGif } from '#src/catalogue/show-gif.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { openTestStores } from '../support/stores/stores.ts'
import { addNotice, decideAbout } from '../support/stores/notices.ts'

const fails = (code: string, field?: string) => (field === undefined ? { code } : { code, field })

/** A catalogue with an owner, another user and an operator. */
async function stage(t: TestContext) {
  const stores = await openTestStores(t)
  const account = (email: string, admin = false) =>
    stores.accounts.add({ email, premium: false, admin, passwordHash: null })
  const owner = await account('owner@example.org')
  const viewers = {
    owner: { account: owner },
    stranger: { account: await account('stranger@example.org') },
    operator: { account: await account('operator@example.org', true) },
    visitor,
  } satisfies Record<string, Viewer>
  const change = (code: string, viewer: Viewer, changes: GifChange) =>
    changeGif(stores.catalogue, code, viewer, changes)
  return { stores, owner, viewers, change }
}

test('an owner changes everything of a GIF, by the rules for titles and tags', async (t) => {
  const { stores, owner, viewers, change } = await stage(t)
  const { code } = await publishGif(stores, { ownerId: owner.id, tags: ['old'] })
  const [, second] = await stores.catalogue.listCategories()
  const changed = await change(code, viewers.owner, {
    title: '  A  new\ttitle ',
    tags: ['Frog', ' frog', '', 'POND'],
    categoryId: second!.id,
    rating: 'r',
    visibility: 'private',
  })
  const { title, tags, category, rating, visibility } = changed
  assert.deepEqual(
    [title, tags, category, rating, visibility],
    ['A new title', ['frog', 'pond'], second, 'r', 'private'],
  )
  assert.deepEqual(await stores.catalogue.gifByCode(code), changed)
  assert.equal((await change(code, viewers.owner, { visibility: 'public' })).title, 'A new title')
})

test('an invalid change changes nothing', async (t) => {
  const { stores, owner, viewers, change } = await stage(t)
  const gif = await publishGif(stores, { ownerId: owner.id })
  const manyTags = Array.from({ length: 21 }, (_, number) => `tag ${number}`)
  await assert.rejects(change(gif.code, viewers.owner, { title: ' ' }), fails('invalid_value', 'title'))
  await assert.rejects(
    change(gif.code, viewers.owner, { title: 'x'.repeat(201) }),
    fails('invalid_value', 'title'),
  )
  await assert.rejects(change(gif.code, viewers.owner, { tags: manyTags }), fails('invalid_value', 'tags[]'))
  await assert.rejects(
    change(gif.code, viewers.owner, { title: 'New', categoryId: 9999 }),
    fails('invalid_value'),
  )
  assert.deepEqual(await stores.catalogue.gifByCode(gif.code), gif)
})

test('an operator hides, shows, marks and describes any GIF, and changes nothing else of it', async (t) => {
  const { stores, owner, viewers, change } = await stage(t)
  const { code } = await publishGif(stores, { ownerId: owner.id })
  assert.equal((await change(code, viewers.operator, { hidden: true })).hidden, true)
  assert.equal((await change(code, viewers.operator, { hidden: false, rating: 'r' })).rating, 'r')
  assert.equal((await change(code, viewers.operator, { alt: 'A frog' })).alt, 'A frog')
  for (const changes of [
    { title: 'Mine' },
    { tags: [] },
    { categoryId: 1 },
    { visibility: 'private' },
    { hidden: true, title: 'Mine' },
  ] satisfies GifChange[]) {
    await assert.rejects(change(code, viewers.operator, changes), fails('forbidden'))
  }
  assert.equal((await stores.catalogue.gifByCode(code))?.hidden, false)
})

test('an owner cannot show a GIF that the operator has hidden', async (t) => {
  const { stores, owner, viewers, change } = await stage(t)
  const { code } = await publishGif(stores, { ownerId: owner.id })
  await change(code, viewers.operator, { hidden: true })
  await assert.rejects(change(code, viewers.owner, { hidden: false }), fails('forbidden', 'hidden'))
  assert.equal((await change(code, viewers.owner, { title: 'Still mine' })).hidden, true)
})

test('an owner cannot change the visibility of a GIF while it is hidden', async (t) => {
  const { stores, owner, viewers, change } = await stage(t)
  const { code } = await publishGif(stores, { ownerId: owner.id })
  await change(code, viewers.operator, { hidden: true })
  await assert.rejects(
    change(code, viewers.owner, { visibility: 'private' }),
    fails('forbidden', 'visibility'),
  )
  assert.equal((await change(code, viewers.owner, { title: 'New', visibility: 'public' })).title, 'New')
  await change(code, viewers.operator, { hidden: false })
  assert.equal((await change(code, viewers.owner, { visibility: 'private' })).visibility, 'private')
})

test('for everyone else the GIF does not exist: it can be neither changed nor removed', async (t) => {
  const { stores, owner, viewers, change } = await stage(t)
  const { code } = await publishGif(stores, { ownerId: owner.id })
  const orphan = await publishGif(stores, { ownerId: null })
  for (const viewer of [viewers.stranger, viewers.visitor]) {
    await assert.rejects(change(code, viewer, { title: 'Stolen' }), fails('not_found'))
    await assert.rejects(change(orphan.code, viewer, { title: 'Stolen' }), fails('not_found'))
    await assert.rejects(removeGif(stores, code, viewer), fails('not_found'))
  }
  await assert.rejects(change('nosuchcode12', viewers.operator, { hidden: true }), fails('not_found'))
  assert.ok(await stores.catalogue.gifByCode(code))
})

test('only its owner sees a private GIF; operators too see one that is hidden or reported', async (t) => {
  const { stores, owner, viewers } = await stage(t)
  const secret = await publishGif(stores, { ownerId: owner.id, visibility: 'private' })
  const hidden = await publishGif(stores, { ownerId: owner.id, hidden: true })
  const both = await publishGif(stores, { ownerId: owner.id, hidden: true, visibility: 'private' })
  const sees = async (code: string) => {
    const seen = []
    for (const [name, viewer] of Object.entries(viewers)) {
      const shown = showGif(stores.catalogue, code, viewer)
      const gif = await shown.catch((error: unknown) => {
        assert.equal(Object(error).code, 'not_found')
      })
      if (gif !== undefined) seen.push(name)
    }
    return seen
  }
  assert.deepEqual(await sees(secret.code), ['owner'])
  assert.deepEqual(await sees(hidden.code), ['owner', 'operator'])
  assert.deepEqual(await sees(both.code), ['owner', 'operator'])
  await addNotice(stores, { gifId: secret.id, reason: 'spam' })
  assert.deepEqual(await sees(secret.code), ['owner', 'operator'])
  await decideAbout(stores, secret.code, 'dismiss')
  assert.deepEqual(await sees(secret.code), ['owner'])
})

test('removing a GIF removes its files, once no other GIF uses them', async (t) => {
  const { stores, owner, viewers } = await stage(t)
  const one = await publishGif(stores, { ownerId: owner.id })
  const two = await publishGif(stores, { mediaId: one.mediaId })
  const key = renditionKey(one.mediaId, 'gif')
  const file = join(stores.folder, 'file')
  await writeFile(file, 'GIF89a')
  await stores.mediaStore.put(key, file)

  await removeGif(stores, one.code, viewers.owner)
  assert.equal(await stores.catalogue.gifByCode(one.code), undefined)
  assert.ok(await stores.mediaStore.stat(key))
  await assert.rejects(removeGif(stores, one.code, viewers.owner), fails('not_found'))

  await removeGif(stores, two.code, viewers.operator)
  assert.equal(await stores.mediaStore.stat(key), undefined)
})
