import { rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/*
 * Compares ways to store the renditions of a GIF in its row: reads pages of 50 GIFs at random positions of a table,
 * each with a full ladder, decoded into objects. `node bench/renditions.ts [gifs] [renditions]`; figures in
 * docs/decisions/0015.
 */

type File = { width: number; height: number; bytes: number; frames: number }
type Encoding = {
  pack: (files: File[]) => string | Uint8Array
  unpack: (column: string & Uint8Array) => Map<number, File>
}

const [gifs, renditions] = [Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 30)]
const page = 50
const rounds = 400
const recordBytes = 13

const encodings: Record<string, Encoding> = {
  'JSON objects': {
    pack: (files) =>
      JSON.stringify(Object.fromEntries(files.map((file, index) => [`rendition_${index}`, file]))),
    unpack: (text) =>
      new Map(Object.values(JSON.parse(text) as Record<string, File>).map((file, index) => [index, file])),
  },
  'JSON arrays': {
    pack: (files) =>
      JSON.stringify(
        Object.fromEntries(
          files.map(({ width, height, bytes, frames }, id) => [id, [width, height, bytes, frames]]),
        ),
      ),
    unpack: (text) =>
      new Map(
        Object.entries(JSON.parse(text) as Record<string, [number, number, number, number]>).map(
          ([id, [width, height, bytes, frames]]) => [Number(id), { width, height, bytes, frames }],
        ),
      ),
  },
  'binary records': {
    pack: (files) => {
      const packed = new Uint8Array(files.length * recordBytes)
      const view = new DataView(packed.buffer)
      for (const [id, { width, height, bytes, frames }] of files.entries()) {
        const at = id * recordBytes
        view.setUint8(at, id)
        view.setUint16(at + 1, width)
        view.setUint16(at + 3, height)
        view.setUint32(at + 5, bytes)
        view.setUint32(at + 9, frames)
      }
      return packed
    },
    unpack: (packed) => {
      const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
      const files = new Map<number, File>()
      for (let at = 0; at + recordBytes <= packed.byteLength; at += recordBytes) {
        files.set(view.getUint8(at), {
          width: view.getUint16(at + 1),
          height: view.getUint16(at + 3),
          bytes: view.getUint32(at + 5),
          frames: view.getUint32(at + 9),
        })
      }
      return files
    },
  },
}

for (const [name, { pack, unpack }] of Object.entries(encodings)) {
  const file = join(tmpdir(), `gifwright-renditions-${process.pid}.db`)
  const database = new DatabaseSync(file)
  try {
    database.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      PRAGMA cache_size = -65536; CREATE TABLE gif (id INTEGER PRIMARY KEY, title TEXT, renditions ANY) STRICT`)
    const insert = database.prepare('INSERT INTO gif VALUES (?, ?, ?)')
    database.exec('BEGIN')
    for (let id = 1; id <= gifs; id++) insert.run(id, 'A title of a common length', pack(ladder(id)))
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
    const select = database.prepare('SELECT id, renditions FROM gif WHERE id <= ? ORDER BY id DESC LIMIT 50')
    const read = () => {
      const rows = select.all(page + Math.floor(Math.random() * (gifs - page)))
      return rows.reduce((sum, row) => sum + unpack(row.renditions as string & Uint8Array).size, 0)
    }
    for (let warm = 0; warm < rounds / 4; warm++) read()
    const times = Array.from({ length: rounds }, () => {
      const since = performance.now()
      read()
      return performance.now() - since
    }).toSorted((one, other) => one - other)
    const [p50, p95] = [0.5, 0.95].map((share) => Math.round(1000 * (times[Math.floor(share * rounds)] ?? 0)))
    const bytes = Math.round(statSync(file).size / gifs)
    process.stdout.write(`${name}: page of ${page} p50 ${p50} µs, p95 ${p95} µs; ${bytes} bytes a GIF\n`)
  } finally {
    database.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  }
}

/** A ladder in which each file is half as large as the previous one. */
function ladder(id: number): File[] {
  return Array.from({ length: renditions }, (_, index) => {
    const scale = 1 / (1 + index / 4)
    const [width, height] = [Math.round(480 * scale), Math.round(270 * scale)]
    return {
      width,
      height,
      bytes: Math.round((2_000_000 + (id % 1000) * 997) * scale),
      frames: 20 + (id % 40),
    }
  })
}
