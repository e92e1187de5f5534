import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { maxUses } from '#src/catalogue/gif.ts'
import { checkDetails, type ImportDefaults } from '#src/library/import/check-details.ts'
import { fileImporter, hashOfFile } from '#src/library/import/import-file.ts'
import type { ImportDetails } from '#src/library/import/import-item.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { testConfig } from '../../support/instance.ts'
import { storedFolders } from '../../support/stores/stored-files.ts'

const now = Date.UTC(2026, 0, 1)
const lookups = {
  categoryId: async (text: string) => new Map([['animals', 1]]).get(text),
  ownerId: async (email: string) => new Map([['ann@example.org', 7]]).get(email),
  now: () => now,
}
const defaults: ImportDefaults = {
  categoryId: 3,
  tags: ['moved'],
  visibility: 'unlisted',
  rating: 'pg',
  ownerId: null,
}
const check = (details: ImportDetails, changes: Partial<ImportDefaults> = {}) =>
  checkDetails(details, { ...defaults, ...changes }, lookups)

test('details of a GIF from its source take precedence over the options of the run', async () => {
  assert.deepEqual(await check({}), {
    title: null,
    alt: null,
    tags: ['moved'],
    categoryId: 3,
    visibility: 'unlisted',
    rating: 'pg',
    ownerId: null,
    createdAt: null,
    uses: 0,
    code: null,
  })
  const details = {
    title: ` A  cat ${'x'.repeat(300)}`,
    alt: ' A cat sits ',
    tags: ['Cat', 'cat'],
    category: 'animals',
    rating: 'r',
    visibility: 'private',
    owner: 'ann@example.org',
    createdAt: now - 1,
    uses: 12,
    code: 'Cat123',
  }
  const { title, ...record } = await check(details)
  assert.equal(title?.length, 200)
  assert.deepEqual(record, {
    alt: 'A cat sits',
    tags: ['cat', 'moved'],
    categoryId: 1,
    visibility: 'private',
    rating: 'r',
    ownerId: 7,
    createdAt: now - 1,
    uses: 12,
    code: 'Cat123',
  })
  assert.equal((await check({ code: 'Admin' })).code, null)
})

test('hostile or invalid details are refused with the accepted values', async () => {
  const cases: [ImportDetails, string][] = [
    [{ owner: 'ben@example.org' }, 'There is no account "ben@example.org"; see gifwright account list.'],
    [
      { category: 'x'.repeat(200) },
      `There is no category "${'x'.repeat(100)}"; see gifwright category list.`,
    ],
    [{ visibility: 'private' }, 'A private GIF needs an owner.'],
    [{ visibility: 'secret' }, '`visibility` must be one of public, unlisted, private.'],
    [{ rating: 'x' }, '`rating` must be one of g, pg, pg-13, r.'],
    [{ alt: 'x'.repeat(501) }, '`alt` must have at most 500 characters.'],
    [{ tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, '`tags[]` must be at most 20 tags.'],
    [{ createdAt: now + 1 }, '`created_at` must be a time from 1970 until now.'],
    [{ createdAt: -1 }, '`created_at` must be a time from 1970 until now.'],
    [{ uses: 1.5 }, `\`uses\` must be a whole number from 0 to ${maxUses}.`],
    [{ uses: 1e300 }, `\`uses\` must be a whole number from 0 to ${maxUses}.`],
    [{ code: '../etc' }, '`code` must be at most 64 letters and digits.'],
  ]
  for (const [details, message] of cases) await assert.rejects(check(details), { message })
  await assert.rejects(check({}, { categoryId: null }), { message: /--category/ })
})

test('a file is imported once, and a file that is no animation is refused with its type', async (t) => {
  const folder = await dataFolder(t)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  cleanUp(t, () => stores.close())
  let added = 0
  const importFile = fileImporter({
    tasks: stores.tasks,
    mediaStore: stores.mediaStore,
    maxClipSeconds: 15,
    onAdded: () => void added++,
  })
  const path = join(folder, 'file')
  const put = async (bytes: string | Uint8Array) => {
    await writeFile(path, bytes)
    const record = await check({ code: 'Cat123' }, { categoryId: 1 })
    const options = { batch: null, maxWaiting: 2 }
    return importFile({ path, sourceHash: await hashOfFile(path), record, ...options })
  }
  const uploads = async () => (await storedFolders(folder, 'incoming')).length
  const first = await put('GIF89a, the first')
  assert.ok(first.kind === 'added')
  assert.equal(first.code, 'Cat123')
  assert.deepEqual(await put('GIF89a, the first'), { kind: 'exists', code: 'Cat123', taskId: first.taskId })
  assert.equal((await put('GIF89a, another')).kind, 'added')
  await assert.rejects(put('GIF89a, one too many'), { code: 'rate_limited' })
  assert.equal(await uploads(), 2)
  assert.equal(added, 2)
  await assert.rejects(put('hello'), { message: 'This is no GIF, WebP, PNG or video file.' })
  await assert.rejects(put(''), { message: 'An empty file.' })
  await assert.rejects(put(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), { message: 'A still picture (JPEG).' })
  assert.equal(await uploads(), 2)
})
