import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TextFiles } from '../../catalogue/notices/text-blocks.ts'

/** More than an operator writes by hand. Larger files are ignored. */
const maxFileBytes = 200_000
const maxFiles = 100

/** The delay until a changed file is noticed. */
const lookEveryMs = 1000

type Known = { text: string; modifiedAt: number; bytes: number }

/**
 * The text files of a folder. They are checked at most once a second, while they are requested: an operator who changes
 * one need not restart. Unreadable files count as missing.
 */
export class TextFolder implements TextFiles {
  readonly #folder: string
  readonly #ending: string
  readonly #now: () => number
  #known = new Map<string, Known>()
  #lookedAt = -Infinity

  /** `ending` includes its dot. */
  constructor(folder: string, ending: string, now: () => number = () => performance.now()) {
    this.#folder = folder
    this.#ending = ending
    this.#now = now
  }

  names(): readonly string[] {
    this.#look()
    return [...this.#known.keys()]
  }

  read(name: string): string | null {
    this.#look()
    return this.#known.get(name)?.text ?? null
  }

  #look(): void {
    if (this.#now() - this.#lookedAt < lookEveryMs) return
    this.#lookedAt = this.#now()
    const known = new Map<string, Known>()
    for (const file of this.#list()) {
      const name = file.slice(0, -this.#ending.length)
      const found = this.#readFile(join(this.#folder, file), this.#known.get(name))
      if (found !== null) known.set(name, found)
    }
    this.#known = known
  }

  /** Accepts only names of lowercase letters, digits and hyphens. */
  #list(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((file) => file.endsWith(this.#ending) && /^[a-z0-9-]+\.[a-z]+$/.test(file))
        .toSorted()
        .slice(0, maxFiles)
    } catch {
      return []
    }
  }

  #readFile(path: string, before: Known | undefined): Known | null {
    try {
      const { size: bytes, mtimeMs: modifiedAt } = statSync(path)
      if (bytes > maxFileBytes) return null
      if (before?.modifiedAt === modifiedAt && before.bytes === bytes) return before
      return { text: readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), modifiedAt, bytes }
    } catch {
      return null
    }
  }
}
