import { createReadStream } from 'node:fs'
import { appendFile, open, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { flush, sha256Of } from '../../../lib/disk/files.ts'
import { systemCode } from '../../../lib/system-code.ts'

/** A file of a backup, as it was when it was copied. */
export type CopiedFile = { key: string; sha256: string }

/** The offset of each folder's lines, in bytes: a whole file of checksums may be too large to hold. */
export type ChecksumIndex = Map<string, number>

/** Lines in the format of sha256sum, so that `sha256sum -c media.sha256` can check the backup without this program. */
const lineShape = /^([0-9a-f]{64}) {2}(.+)$/

const writtenAtOnce = 2 ** 16

/**
 * The SHA-256 of every file that was copied into a folder, in a file next to it. After an interrupted backup there may
 * be lines for missing files.
 */
export class ChecksumFile {
  readonly #path: string
  /** The text before the keys in the lines. */
  readonly #beginning: string
  #adding: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    this.#path = `${folder}.sha256`
    this.#beginning = `${basename(folder)}/`
  }

  /** Adds the files of a folder, which are still in `path`. */
  async add(folder: string, path: string, files: readonly { name: string }[]): Promise<void> {
    let lines = ''
    for (const { name } of files)
      lines += `${await sha256Of(join(path, name))}  ${this.#beginning}${folder}/${name}\n`
    // Sequential, so that lines are not mixed.
    this.#adding = this.#adding.then(() => appendFile(this.#path, lines, { mode: 0o600 }))
    await this.#adding
  }

  /** Yields the files in the order in which they were copied; none if the file is missing. */
  async *read(): AsyncIterable<CopiedFile> {
    for await (const line of this.#lines()) {
      const found = this.#parse(line)
      if (found !== undefined) yield found
    }
  }

  /** Returns the offset of each folder's lines: those of its last copy. */
  async index(): Promise<ChecksumIndex> {
    const index: ChecksumIndex = new Map()
    let [offset, last] = [0, '']
    for await (const line of this.#lines()) {
      const key = this.#parse(line)?.key
      if (key !== undefined) {
        const folder = dirname(key)
        if (folder !== last) index.set(folder, offset)
        last = folder
      }
      offset += Buffer.byteLength(line) + 1
    }
    return index
  }

  /** Returns the SHA-256 of each file of a folder, by its name; none if the folder is not in the index. */
  async sumsOf(folder: string, index: ChecksumIndex): Promise<Map<string, string>> {
    const sums = new Map<string, string>()
    const start = index.get(folder)
    if (start === undefined) return sums
    for await (const line of this.#lines(start)) {
      const found = this.#parse(line)
      if (found === undefined) continue
      if (dirname(found.key) !== folder) break
      sums.set(basename(found.key), found.sha256)
    }
    return sums
  }

  /** Removes the files of folders that were removed. */
  async forget(folders: ReadonlySet<string>): Promise<void> {
    const fresh = `${this.#path}.new`
    const file = await open(fresh, 'w', 0o600)
    try {
      let lines = ''
      for await (const { key, sha256 } of this.read()) {
        if (folders.has(dirname(key))) continue
        lines += `${sha256}  ${this.#beginning}${key}\n`
        if (lines.length < writtenAtOnce) continue
        await file.write(lines)
        lines = ''
      }
      await file.write(lines)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, this.#path)
  }

  async flush(): Promise<void> {
    await flush(this.#path).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error
    })
  }

  #parse(line: string): CopiedFile | undefined {
    const [, sha256 = '', path = ''] = lineShape.exec(line) ?? []
    if (!path.startsWith(this.#beginning)) return undefined
    return { key: path.slice(this.#beginning.length), sha256 }
  }

  async *#lines(start = 0): AsyncIterable<string> {
    try {
      yield* createInterface({ input: createReadStream(this.#path, { start }), crlfDelay: Infinity })
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error
    }
  }
}
