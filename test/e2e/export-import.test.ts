import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { importSources } from '#src/app/import.ts'
import { openStores } from '#src/app/stores.ts'
import { exportParts } from '#src/library/export/export-gifs.ts'
import { writeExportFile } from '#src/library/export/write-export.ts'
import { writtenZip } from '#test/support/media/written-zip.ts'
import { cleanUp } from '#test/support/clean-up.ts'
import { encodeGif } from '#test/support/media/gif-playback.ts'
import { readZip } from '#test/support/media/zip.ts'
import { testConfig } from '../support/instance.ts'

const signal = new AbortController().signal
const all = { ownerId: null, categoryId: null, visibility: null, withHidden: false }

/** A GIF of two frames of one color each. */
function tinyGif(level: number): Buffer {
  const frame = (value: number) => new Uint8Array(24 * 16 * 4).map((_, at) => (at % 4 === 3 ? 255 : value))
  return encodeGif({ width: 24, height: 16, frames: [frame(level), frame(255 - level)], delaysMs: [70, 130] })
}

test('exporting and importing into an empty instance keeps records and every byte of the GIFs', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-moving-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const owner = 'anna@example.org'
  const lines = [
    {
      file: 'a.gif',
      title: 'Größe “1”',
      tags: ['x y', 'ü'],
      alt: 'A square.',
      category: 'animals',
      rating: 'pg-13',
      uses: 12,
    },
    {
      file: 'b.gif',
      title: 'Two',
      category: 'other',
      owner,
      visibility: 'private',
      created_at: '2024-05-01T12:00:00.000Z',
    },
    { file: 'c.gif', title: 'Three', category: 'Memes', visibility: 'unlisted', code: 'Three3' },
  ]
  const files = [
    ...lines.map(({ file }, index) => ({ name: file, data: tinyGif(60 * index) })),
    { name: 'gifs.jsonl', data: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')) },
  ]
  const source = join(folder, 'source.zip')
  await writeFile(source, writtenZip(files))
  const first = await importAndExport(folder, 'first', source, owner)
  const second = await importAndExport(folder, 'second', first.path, owner)
  assert.deepEqual(second.lines, first.lines)
  assert.equal(first.lines.length, 3)
  assert.deepEqual(
    first.lines.map(({ title, alt, category, rating, owner, visibility, uses }) => [
      title,
      alt,
      category,
      rating,
      owner,
      visibility,
      uses,
    ]),
    [
      ['Größe “1”', 'A square.', 'animals', 'pg-13', null, 'public', 12],
      ['Three', null, 'memes', null, null, 'unlisted', 0],
      ['Two', null, 'other', null, owner, 'private', 0],
    ],
  )
  for (const { file } of first.lines) assert.deepEqual(second.files.get(file), first.files.get(file))
})

type Line = Record<'file' | 'title' | 'alt' | 'category' | 'rating' | 'owner' | 'visibility', string> & {
  uses: number
}

/** Imports a source into an empty instance, and exports all of it again. */
async function importAndExport(folder: string, name: string, source: string, owner: string) {
  const config = testConfig({ DATA_DIR: join(folder, name), MIN_FREE_DISK_MB: '0', RENDITIONS: 'core' })
  const path = join(folder, `${name}.zip`)
  const stores = await openStores(config)
  await stores.accounts.add({ email: owner, premium: false, admin: false, passwordHash: null })
  const refused: unknown[] = []
  const totals = await importSources(config, [source], {
    folders: 'tags',
    category: null,
    tags: [],
    owner: null,
    visibility: 'public',
    rating: null,
    jobs: 1,
    limit: Infinity,
    remake: false,
    dryRun: false,
    signal,
    report: async (line) => void refused.push(line),
    onProgress: () => undefined,
  })
  assert.deepEqual([totals.added, refused], [3, []])
  const { catalogue, mediaStore } = stores
  const options = { filter: all, renditions: [], withOwner: true }
  await writeExportFile(exportParts({ catalogue, mediaStore, now: Date.now }, options), path, signal)
  await stores.close()
  const files = readZip(await readFile(path))
  const lines = String(files.get('gifs.jsonl')).trim().split('\n')
  const byCategory = (one: Line, other: Line) => (one.category < other.category ? -1 : 1)
  return { path, files, lines: lines.map((line) => JSON.parse(line) as Line).toSorted(byCategory) }
}
