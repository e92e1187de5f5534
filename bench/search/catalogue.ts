import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { insertGif } from '../../src/adapters/db/shared/catalogue/gif-rows.ts'
import { openStores } from '../../src/app/stores.ts'
import type { NewGif } from '../../src/catalogue/gif.ts'
import { newCode } from '../../src/catalogue/reserved-words.ts'
import { loadConfig } from '../../src/config/config.ts'
import { randomNumericId } from '../../src/lib/ids.ts'
import { renditionKey } from '../../src/media/rendition.ts'
import { sceneRows } from '../captions/stream.ts'

const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

/** Fills a data folder with captions by `gifwright demo --captions`. */
export async function fillWithCaptions(settings: Record<string, string>, gifs: number): Promise<void> {
  const file = join(settings.DATA_DIR ?? '', 'captions.jsonl')
  await pipeline(Readable.from(captionLines(gifs)), createWriteStream(file))
  execFileSync(process.execPath, [program, 'demo', '--captions', file], {
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  })
  await rm(file)
}

function* captionLines(gifs: number): Generator<string> {
  for (const { row } of sceneRows({ count: gifs, seed: 1 })) yield `${JSON.stringify(row)}\n`
}

/** Adds a GIF with a file of the given number of bytes; returns the path of the file. */
export async function addFile(settings: Record<string, string>, bytes: number): Promise<string> {
  const { db, mediaStore, close } = await openStores(loadConfig(settings))
  const mediaId = `bench${bytes}`
  const local = join(settings.DATA_DIR ?? '', 'bench-file')
  await writeFile(local, Buffer.alloc(bytes, 'x'))
  await mediaStore.put(renditionKey(mediaId, 'gif'), local)
  const gif = benchGif({ code: newCode(), mediaId, title: 'file of the bench', tags: [], bytes })
  await db.transaction().execute((trx) => insertGif(trx, gif))
  await close()
  return `/media/${renditionKey(mediaId, 'gif')}`
}

type Given = Pick<NewGif, 'code' | 'mediaId' | 'title' | 'tags'> & { bytes?: number }

/** A public GIF, ordinary except for the given values. */
export function benchGif({ bytes = 1000, ...given }: Given): NewGif {
  return {
    ...given,
    tenorId: randomNumericId(),
    categoryId: 1,
    width: 100,
    height: 100,
    durationMs: 1000,
    frames: 10,
    renditions: { gif: { width: 100, height: 100, bytes, frames: 10 } },
    hasAlpha: null,
    alt: null,
    flashing: null,
    rating: null,
    visibility: 'public',
    hidden: false,
    ownerId: null,
    createdAt: 0,
  }
}

/** The number of GIFs that a catalogue lists. */
export function countGifs(folder: string): number {
  const db = new DatabaseSync(join(folder, 'gifwright.db'), { readOnly: true })
  const row = db.prepare('select sum(size) as gifs from gif_pool').get()
  db.close()
  return Number(row?.gifs)
}

/** Codes and titles of GIFs from all over the catalogue, the same each time. */
export function sampleGifs(folder: string, count: number): { code: string; title: string }[] {
  const db = new DatabaseSync(join(folder, 'gifwright.db'), { readOnly: true })
  const rows = db
    .prepare(
      `select code, title from gif where slot is not null order by id * 2654435761 % 4294967296 limit ?`,
    )
    .all(count)
  db.close()
  return rows as { code: string; title: string }[]
}
