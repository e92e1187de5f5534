import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Viewer, visitor } from '../../src/accounts/account.ts'
import type { CatalogueStore } from '../../src/catalogue/catalogue-store.ts'
import { changeGif } from '../../src/catalogue/change-gif.ts'
import { mergeGifs } from '../../src/catalogue/duplicates/merge-gifs.ts'
import { findGifs } from '../../src/catalogue/find-gifs.ts'
import type { Gif, GifChange } from '../../src/catalogue/gif.ts'
import { removeGif } from '../../src/catalogue/remove-gif.ts'
import { decideCase } from '../../src/catalogue/notices/decide-case.ts'
import { addNotice, decideAbout } from '../support/stores/notices.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'
import { fakeFeed } from '../support/stores/change-feed.ts'
import { currentIndex } from '../support/current-index.ts'

/** Tests which GIFs of a list of ids each viewer sees, and that changes check the GIF's state when they are made. */
export function describeVisibleGifs(name: string, open: OpenStores): void {
  describe(`lists made from ids on ${name}`, () => {
    let stores: StoresUnderTest
    let [owner, stranger, operator]: Viewer[] = []
    const mediaStore = { removeAll: () => Promise.resolve(), stat: () => Promise.resolve(undefined) } as never
    beforeEach(async () => {
      stores = await open()
      owner = { account: await addAccount(stores, 'owner@example.org') }
      stranger = { account: await addAccount(stores, 'stranger@example.org') }
      operator = { account: await addAccount(stores, 'operator@example.org', { admin: true }) }
    })
    afterEach(() => stores.close())

    const own = (given: Parameters<typeof publish>[1]) =>
      publish(stores, { ...given, ownerId: owner?.account?.id ?? null })
    /** Returns a catalogue where something happens between the lookup of a GIF and its change. */
    const catalogueWhile = (happens: (gif: Gif) => Promise<unknown>): CatalogueStore =>
      Object.assign(Object.create(stores.catalogue) as CatalogueStore, {
        async gifByCode(code: string) {
          const gif = await stores.catalogue.gifByCode(code)
          if (gif !== undefined) await happens(gif)
          return gif
        },
        change: stores.catalogue.change.bind(stores.catalogue),
        remove: stores.catalogue.remove.bind(stores.catalogue),
        hasOpenNotices: stores.catalogue.hasOpenNotices.bind(stores.catalogue),
        isMediaNamed: stores.catalogue.isMediaNamed.bind(stores.catalogue),
      })
    const changeBy = (gif: Gif, change: GifChange) => stores.catalogue.change(gif.id, change)

    test('show each viewer the same GIFs as their pages, in the order of the ids', async () => {
      const gifs = {
        listed: await own({}),
        unlisted: await own({ visibility: 'unlisted' }),
        secret: await own({ visibility: 'private' }),
        hidden: await own({ visibility: 'private', hidden: true }),
        reported: await own({}),
      }
      await addNotice(stores, { gifId: gifs.reported.id })
      await changeBy(gifs.reported, { visibility: 'private' })
      const names = Object.entries(gifs)
      const ids = [999_999, ...names.map(([, { id }]) => id)]
      const namesOf = (found: Gif[]) =>
        found.map(({ id }) => names.find(([, gif]) => gif.id === id)?.[0]).join()
      const visible = async (viewer: Viewer = visitor) =>
        namesOf(await stores.catalogue.visibleByIds(ids, viewer))
      const listed = async (viewer: Viewer = visitor) =>
        namesOf(await stores.catalogue.listedByIds(ids, viewer.account?.id))
      assert.deepEqual(
        [await visible(), await visible(stranger), await visible(owner), await visible(operator)],
        [
          'listed,unlisted',
          'listed,unlisted',
          'listed,unlisted,secret,hidden,reported',
          'listed,unlisted,hidden,reported',
        ],
      )
      assert.deepEqual(
        [await listed(), await listed(stranger), await listed(owner), await listed(operator)],
        ['listed', 'listed', 'listed,unlisted,secret,hidden,reported', 'listed'],
      )
      assert.deepEqual(await stores.catalogue.visibleByIds([], visitor), [])
    })

    test('a search returns no GIF that is no longer listed when it is read', async () => {
      const gifs = [await own({}), await own({ visibility: 'private' }), await own({ hidden: true })]
      const found = { match: 'exact' as const, total: 3, ids: gifs.map(({ id }) => id), corrected: null }
      const index = currentIndex({ search: () => Promise.resolve(found) })
      const query = { text: 'frog', categoryCode: null, maxRating: 'r' as const, start: 0, limit: 10 }
      const deps = { catalogue: stores.catalogue, index, changes: fakeFeed().feed }
      assert.deepEqual((await findGifs(deps, query)).gifs, gifs.slice(0, 1))
    })

    test('an operator merges no GIF that only its owner may see, in either direction', async () => {
      const [kept, secret] = [await own({}), await own({ visibility: 'private' })]
      const merge = (keep: Gif, other: Gif) =>
        mergeGifs({ ...stores, mediaStore }, keep.id, [other.id], operator ?? visitor)
      assert.deepEqual((await merge(kept, secret)).merged, [])
      await assert.rejects(merge(secret, kept), { code: 'not_found' })
      for (const { code } of [kept, secret]) assert.ok(await stores.catalogue.gifByCode(code))
      // The check runs in the transaction: the kept GIF may have been made private in the meantime.
      const catalogue = Object.assign(Object.create(stores.catalogue) as CatalogueStore, {
        visibleByIds: async (ids: readonly number[], viewer: Viewer) => {
          const found = await stores.catalogue.visibleByIds(ids, viewer)
          await changeBy(kept, { visibility: 'private' })
          return found
        },
      })
      const other = await own({})
      const late = await mergeGifs(
        { ...stores, catalogue, mediaStore },
        kept.id,
        [other.id],
        operator ?? visitor,
      )
      assert.deepEqual(late.merged, [])
      // The operator may see a hidden GIF.
      await changeBy(kept, { hidden: true })
      assert.equal((await merge(kept, other)).merged.length, 1)
    })

    test('a GIF that has just been hidden cannot be made private by its owner', async () => {
      const gif = await own({})
      const catalogue = catalogueWhile((found) => changeBy(found, { hidden: true }))
      const change = changeGif(catalogue, gif.code, owner ?? visitor, {
        visibility: 'private',
        title: 'Mine',
      })
      await assert.rejects(change, { code: 'forbidden', field: 'visibility' })
      const { visibility, title } = (await stores.catalogue.gifByCode(gif.code)) ?? gif
      assert.deepEqual([visibility, title], ['public', gif.title])
      // Both run at once: whichever is first, the GIF does not end up private and hidden.
      for (let round = 0; round < 5; round++) {
        const next = await own({})
        await Promise.allSettled([
          changeGif(stores.catalogue, next.code, owner ?? visitor, { visibility: 'private' }),
          decideAbout({ ...stores, mediaStore }, next.code, 'hide'),
        ])
        const ended = await stores.catalogue.gifByCode(next.code)
        assert.ok(ended !== undefined && !(ended.hidden && ended.visibility === 'private'))
      }
    })

    test('an operator cannot act on a GIF that has just been made private', async () => {
      const by = operator ?? visitor
      const makePrivate = (found: Gif) => changeBy(found, { visibility: 'private' })
      const [one, two, three] = [await own({}), await own({}), await own({})]
      const catalogue = catalogueWhile(makePrivate)
      await assert.rejects(changeGif(catalogue, one.code, by, { rating: 'r' }), { code: 'not_found' })
      await assert.rejects(removeGif({ ...stores, catalogue, mediaStore }, two.code, by), {
        code: 'not_found',
      })
      const decision = { action: 'hide' as const, statement: 'Why', textBlock: null }
      await assert.rejects(decideCase({ ...stores, catalogue, mediaStore }, three.code, by, decision), {
        code: 'invalid_value',
      })
      for (const { code } of [one, two, three]) {
        const { rating, hidden } = (await stores.catalogue.gifByCode(code)) ?? {}
        assert.deepEqual([rating, hidden], [null, false])
      }
      assert.equal(await stores.notices.caseOf(three.code), undefined)
    })
  })
}
