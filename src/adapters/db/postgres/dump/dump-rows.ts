import type { BackupRows, FolderFiles } from '../../../../ops/backup/backup.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { gifFolder } from '../../../../media/rendition.ts'
import { filesOf, foldersOfUploads } from '../../shared/backup-rows.ts'
import { readRenditions } from '../../shared/catalogue/rendition-column.ts'
import { gifClasses } from '../../shared/tasks/task-rows.ts'
import type { PgTools } from './pg-tools.ts'

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const copyLine = /^COPY public\.\S+ \((.*)\) FROM stdin;$/

/** Reads the rows of a table from the output of pg_restore; values are texts, or null. */
async function* readCopied(
  lines: AsyncIterable<string>,
): AsyncIterable<Readonly<Record<string, string | null>>> {
  let columns: string[] | undefined
  for await (const line of lines) {
    if (columns === undefined) {
      const [, names] = copyLine.exec(line) ?? []
      columns = names?.split(', ').map((name) => name.replaceAll('"', ''))
    } else if (line === '\\.') {
      columns = undefined
    } else {
      const values = line.split('\t')
      yield Object.fromEntries(columns.map((name, index) => [name, valueOf(values[index] ?? '')]))
    }
  }
}

function valueOf(text: string): string | null {
  if (text === '\\N') return null
  if (!text.includes('\\')) return text
  return text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}

const batch = 500

/** The rows of a dump that a restore leaves out: their files were gone before they could be copied. */
export type LeftOut = { gifs: readonly string[]; tasks: readonly string[] }

export type DumpPlace = { tools: PgTools; file: string; clock: Clock }

/** The rows of a dump that name files, read from the dump itself without a server. */
export class DumpRows implements BackupRows {
  readonly #place: DumpPlace
  readonly #leftOut: LeftOut

  constructor(place: DumpPlace, leftOut: LeftOut) {
    this.#place = place
    this.#leftOut = leftOut
  }

  async *gifFolders(): AsyncIterable<FolderFiles[]> {
    const leftOut = new Set(this.#leftOut.gifs)
    const seen = new Set<string>()
    let folders: FolderFiles[] = []
    for await (const row of this.#rowsOf('gif')) {
      const folder = gifFolder(row.media_id ?? '')
      // Identical GIFs share their files.
      if (seen.has(folder) || leftOut.has(folder)) continue
      seen.add(folder)
      const packed = new Uint8Array(Buffer.from((row.renditions ?? '').slice(2), 'hex'))
      folders.push({ folder, gifId: Number(row.id), files: filesOf(readRenditions(packed)) })
      if (folders.length < batch) continue
      yield folders
      folders = []
    }
    yield folders
  }

  async gifCount(): Promise<number> {
    const leftOut = new Set(this.#leftOut.gifs)
    let gifs = 0
    for await (const row of this.#rowsOf('gif')) if (!leftOut.has(gifFolder(row.media_id ?? ''))) gifs++
    return gifs
  }

  async uploadFolders(): Promise<FolderFiles[]> {
    const classes: readonly string[] = gifClasses
    const leftOut = new Set(this.#leftOut.tasks)
    const rows: Parameters<typeof foldersOfUploads>[0] = []
    for await (const row of this.#rowsOf('task')) {
      if (!classes.includes(row.class ?? '')) continue
      const numberOf = (name: string) => (row[name] === null ? null : Number(row[name]))
      rows.push({
        id: row.id ?? '',
        code: row.code ?? null,
        request: row.request ?? '',
        owner_id: numberOf('owner_id'),
        status: row.status as 'waiting',
        step: row.step ?? null,
        progress: Number(row.progress),
        failures: Number(row.failures),
        error: row.error ?? null,
        created_at: Number(row.created_at),
        ended_at: numberOf('ended_at'),
      })
    }
    return foldersOfUploads(rows, this.#place.clock.now()).filter(({ folder }) => !leftOut.has(folder))
  }

  /** The secret of the dumped instance. */
  async secret(): Promise<string | undefined> {
    for await (const row of this.#rowsOf('instance')) if (row.key === 'secret') return row.value ?? undefined
    return undefined
  }

  #rowsOf(table: string) {
    const { tools, file } = this.#place
    return readCopied(tools.dataOf(table, file))
  }
}
