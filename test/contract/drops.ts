import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DropOf, NewDroppedFile } from '#src/library/import/drops/drop.ts'
import { addAccount, newTask, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

const error = { code: 'media_unsupported', message: 'A still picture.' } as const
const refused = (name: string): NewDroppedFile => ({ name, code: null, taskId: null, isCopy: false, error })
const copyOf = (code: string, name: string): NewDroppedFile => ({
  name,
  code,
  taskId: null,
  isCopy: true,
  error: null,
})

/** Tests how every store of drops records and lists files. */
export function describeDrops(name: string, open: OpenStores): void {
  describe(`drops on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    let accounts = 0
    let copy: (name: string) => NewDroppedFile
    before(async () => {
      const { code } = await publish(stores)
      copy = (file) => copyOf(code, file)
    })
    const newDrop = async (): Promise<DropOf> => {
      const { id } = await addAccount(stores, `dropper${++accounts}@example.org`)
      return { batch: 'a', ownerId: id }
    }
    const add = (drop: DropOf, files: NewDroppedFile[], limits = { refusedOfDrop: 2, ofAccount: 100 }) =>
      stores.drops.add(drop, files, { limits, isCounted: true })
    const page = (drop: DropOf) => stores.drops.page(drop, { start: 0, limit: 10 })

    test('refused files beyond the limit are counted, and none is recorded twice', async () => {
      const drop = await newDrop()
      assert.deepEqual(await add(drop, ['a', 'b', 'b', 'c'].map(refused)), { known: 0, isFull: false })
      assert.deepEqual(await add(drop, [copy('d'), refused('a'), refused('e')]), { known: 1, isFull: false })
      const { total, counts, moreRefused, files } = await page(drop)
      assert.deepEqual([total, counts.refused, counts.exists, moreRefused], [3, 2, 1, 2])
      assert.deepEqual(
        files.map((file) => file.name),
        ['a', 'b', 'd'],
      )
      const options = { limits: { refusedOfDrop: 2, ofAccount: 100 }, isCounted: false }
      await stores.drops.add(drop, ['x', 'y'].map(refused), options)
      assert.equal((await page(drop)).moreRefused, 2)
      assert.equal((await page({ ...drop, batch: 'b' })).moreRefused, 0)
    })

    test('the list of refused files and copies of an account is bounded, the one of GIFs is not', async () => {
      const drop = await newDrop()
      const limits = { refusedOfDrop: 2, ofAccount: 2 }
      await add({ ...drop, batch: 'b' }, [refused('a')], limits)
      assert.deepEqual(await add(drop, [copy('b'), copy('c')], limits), { known: 0, isFull: true })
      const made = { name: 'd', code: 'xyz', taskId: null, isCopy: false, error: null } as const
      assert.deepEqual(await add(drop, [made], limits), { known: 0, isFull: false })
      assert.equal((await page(drop)).total, 2)
    })

    test('files are read in order of arrival, from a given one on, and waiting ones with their requests', async () => {
      const drop = await newDrop()
      const task = newTask({ ownerId: drop.ownerId })
      await stores.tasks.submissions.add(task, 1000)
      const waiting = { name: 'a', code: task.code ?? '', taskId: task.id, isCopy: false, error: null }
      await add(drop, [waiting, copy('b'), refused('c')])
      const first = await stores.drops.filesAfter(drop, 0, 2)
      assert.deepEqual(
        first.map(({ state }) => state),
        ['waiting', 'exists'],
      )
      const rest = await stores.drops.filesAfter(drop, first[1]?.id ?? 0, 2)
      assert.deepEqual(
        rest.map((file) => file.name),
        ['c'],
      )
      assert.deepEqual(await stores.drops.files(drop, [rest[0]?.id ?? 0]), rest)
      const [request] = await stores.drops.waiting(drop, [task.id])
      assert.deepEqual(request?.tags, task.request.tags)
      assert.deepEqual(await stores.drops.waiting({ ...drop, ownerId: drop.ownerId + 1 }, [task.id]), [])
    })
  })
}
