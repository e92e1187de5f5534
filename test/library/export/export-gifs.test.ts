import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ExportOptions, exportParts } from '#src/library/export/export-gifs.ts'
import type { ExportFilter } from '#src/catalogue/catalogue-store.ts'
import { writeExportFile, writeExportFolder } from '#src/library/export/write-export.ts'
import { type ImportItem, isRefused } from '#src/library/import/import-item.ts'
import { openImportSource } from '#src/library/import/open-source.ts'
import { openTreeFile } from '#src/library/import/sources/file-tree.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { cleanUp } from '#test/support/clean-up.ts'
import { runCommand } from '#test/support/processes/command.ts'
import { storeGif } from '#test/support/stores/stored-gifs.ts'
import { openTestStores, type TestStores } from '#test/support/stores/stores.ts'

const all: ExportFilter = { ownerId: null, categoryId: null, visibility: null, withHidden: false }
const signal = new AbortController().signal

function parts(
  stores: TestStores,
  filter: Partial<ExportFilter> = {},
  more: Partial<Pick<ExportOptions, 'withOwner' | 'onProgress'>> = {},
) {
  const { catalogue, mediaStore } = stores
  const merged = { ownerId: null, categoryId: null, visibility: null, withHidden: false }
  const options = { filter: Object.assign(merged, filter), renditions: ['mp4'] as const, withOwner: true }
  return exportParts({ catalogue, mediaStore, now: () => Date.UTC(2026, 0, 1) }, Object.assign(options, more))
}

async function readBack(path: string): Promise<{ item: ImportItem; bytes: Buffer }[]> {
  const source = await openImportSource(path, { folders: 'tags' })
  const read: { item: ImportItem; bytes: Buffer }[] = []
  for await (const item of source.items(signal)) {
    assert.ok(!isRefused(item), JSON.stringify(item))
    const { from } = item
    assert.ok(from.kind !== 'url')
    const chunks: Buffer[] = []
    for await (const chunk of await openTreeFile({ path: item.name, bytes: 0, modifiedAt: 0, from }))
      chunks.push(chunk as Buffer)
    read.push({ item, bytes: Buffer.concat(chunks) })
  }
  await source.close()
  return read
}

test('an export has every GIF with its files and all data that import reads, as a folder and as an archive', async (t) => {
  const stores = await openTestStores(t)
  const { id: ownerId } = await stores.accounts.add({
    email: 'anna@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  const first = await storeGif(stores, {
    title: 'A cat “jumps”\u2028off',
    tags: ['größe', 'b c'],
    alt: 'A cat, a table.',
    rating: 'pg',
    createdAt: Date.UTC(2024, 4, 1),
    uses: 7,
    code: 'Cat1',
  })
  const second = await storeGif(stores, {
    ownerId,
    visibility: 'private',
    alt: null,
    rating: null,
    code: 'Dog2',
  })
  const hidden = await storeGif(stores, { hidden: true, code: 'Hid3' })
  const withoutFile = await storeGif(stores, { code: 'Gone4' })
  await stores.mediaStore.removeAll(renditionKey(withoutFile.mediaId, 'gif').split('/').slice(0, 2).join('/'))

  const [folder, zip] = [join(stores.folder, 'out'), join(stores.folder, 'out.zip')]
  await writeExportFolder(parts(stores), folder, signal)
  await writeExportFile(parts(stores), zip, signal)
  for (const path of [folder, zip]) {
    const read = await readBack(path)
    assert.deepEqual(
      read.map(({ item }) => item.details),
      [
        {
          code: 'Cat1',
          title: first.title,
          alt: 'A cat, a table.',
          tags: first.tags,
          category: first.category.code,
          rating: 'pg',
          visibility: 'public',
          createdAt: first.createdAt,
          uses: 7,
        },
        {
          code: 'Dog2',
          title: second.title,
          tags: second.tags,
          category: second.category.code,
          visibility: 'private',
          createdAt: second.createdAt,
          owner: 'anna@example.org',
          uses: 0,
        },
      ],
    )
    for (const [index, gif] of [first, second].entries()) {
      const stored = await stores.mediaStore.read(renditionKey(gif.mediaId, 'gif'))
      assert.deepEqual(read[index]?.bytes, Buffer.concat((await stored.toArray()) as Buffer[]))
    }
  }
  assert.deepEqual((await readdir(join(folder, 'gifs'))).length, 4)

  await rm(folder, { recursive: true })
  await writeExportFolder(parts(stores, { withHidden: true, visibility: 'public' }), folder, signal)
  const lines = (await readFile(join(folder, 'gifs.jsonl'), 'utf8')).trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ code, visibility }) => [code, visibility]),
    [
      ['Cat1', 'public'],
      [hidden.code, 'private'],
    ],
  )
  await writeExportFolder(parts(stores, { ownerId }), folder, signal)
  assert.deepEqual(
    (await readBack(folder)).map(({ item }) => item.details.code),
    ['Dog2'],
  )
  await rm(folder, { recursive: true })
  await writeExportFolder(parts(stores, { ownerId }, { withOwner: false }), folder, signal)
  assert.equal((await readBack(folder))[0]?.item.details.owner, undefined, 'its owner exports it')
})

test('an export that is stopped leaves nothing that looks complete, and resumes where it was', async (t) => {
  const stores = await openTestStores(t)
  for (const code of ['A1', 'B2', 'C3']) await storeGif(stores, { code })
  const [folder, zip] = [join(stores.folder, 'out'), join(stores.folder, 'out.zip')]
  const stop = (at: number) => {
    const interrupt = new AbortController()
    return { signal: interrupt.signal, onProgress: (done: number) => done === at && interrupt.abort() }
  }
  const first = stop(1)
  const stopped = { name: 'AbortError' }
  await assert.rejects(writeExportFolder(parts(stores, all, first), folder, first.signal), stopped)
  const [name = ''] = await readdir(join(folder, 'gifs'))
  assert.ok(!(await readdir(folder)).includes('gifs.jsonl'))
  const { mtimeMs } = await stat(join(folder, 'gifs', name))
  await writeExportFolder(parts(stores), folder, signal)
  assert.equal((await stat(join(folder, 'gifs', name))).mtimeMs, mtimeMs)
  assert.equal((await readBack(folder)).length, 3)

  await writeFile(zip, 'of before')
  const second = stop(2)
  await assert.rejects(writeExportFile(parts(stores, all, second), zip, second.signal), stopped)
  assert.equal(await readFile(zip, 'utf8'), 'of before')
  assert.ok(!(await readdir(stores.folder)).some((file) => file.endsWith('.part')))
})

test('gifwright export writes standard output, and reports errors', async (t) => {
  const stores = await openTestStores(t)
  await storeGif(stores, { code: 'A1' })
  const settings = { DATA_DIR: stores.folder, LOG_LEVEL: 'silent' }
  const run = async (...args: string[]) => {
    const command = runCommand(['export', ...args], settings)
    cleanUp(t, () => void command.child.kill())
    return command.ended
  }
  const [stream, unknown] = await Promise.all([
    run('-', '--visibility', 'public'),
    run(join(stores.folder, 'a.zip'), '--owner', 'nobody@example.org'),
  ])
  assert.deepEqual([stream.code, stream.out.slice(0, 2), stream.err], [0, 'PK', '1 GIF exported.\n'])
  const reason = 'There is no account nobody@example.org; see gifwright account list.\n'
  assert.deepEqual([unknown.code, unknown.err], [1, reason])
})
