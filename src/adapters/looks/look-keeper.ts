import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { DuplicateStore } from '../../catalogue/duplicates/duplicate-store.ts'
import type { LookFinder, NearGif } from '../../catalogue/duplicates/similar-gifs.ts'
import { LookIndex } from '../../looks/look-index.ts'
import { readLook } from '../../looks/look.ts'

/** The number of looks read at once. A batch holds the event loop for about 5 ms. */
const batch = 2000

/**
 * The index of looks in this process. It is loaded on first use and takes no memory before that. Before each answer, it
 * applies the changes reported by the change feed.
 */
export class LookKeeper implements LookFinder {
  readonly #looks: DuplicateStore
  readonly #changes: ChangeFeed | null
  #index: Promise<LookIndex> | undefined
  #changed = new Set<number>()
  #refreshing: Promise<void> = Promise.resolve()

  /** Without `changes`, the index stays as it was loaded. */
  constructor(looks: DuplicateStore, changes: ChangeFeed | null) {
    this.#looks = looks
    this.#changes = changes
    changes?.subscribe(({ gifs, all }) => {
      if (this.#index === undefined) return
      if (all) this.#index = undefined
      else for (const id of gifs) this.#changed.add(id)
    })
  }

  async near(gifId: number, limit: number): Promise<NearGif[]> {
    const index = await this.#current()
    const look = index.lookOf(gifId)
    if (look === undefined) return []
    return index
      .near(look, limit + 1)
      .filter(({ id }) => id !== gifId)
      .slice(0, limit)
  }

  async idsBelow(below: number, limit: number): Promise<number[]> {
    const index = await this.#current()
    const ids: number[] = []
    for (let id = Math.min(below - 1, index.maxId); id > 0 && ids.length < limit; id--)
      if (index.has(id)) ids.push(id)
    return ids
  }

  async #current(): Promise<LookIndex> {
    await this.#changes?.current()
    const index = await (this.#index ??= this.#load())
    await this.#refresh(index)
    return index
  }

  async #load(): Promise<LookIndex> {
    this.#changed = new Set()
    try {
      const index = new LookIndex(await this.#looks.gifCount())
      for (let last = 0; ;) {
        const looks = await this.#looks.looksAfter(last, batch)
        for (const { id, look } of looks) put(index, id, look)
        if (looks.length < batch) return index
        last = looks.at(-1)?.id ?? last
        await nextTurn()
      }
    } catch (error) {
      this.#index = undefined
      throw error
    }
  }

  /** Refreshes one at a time, so that the latest state read is the final one in the index. */
  #refresh(index: LookIndex): Promise<void> {
    const refresh = () => this.#refreshNow(index)
    this.#refreshing = this.#refreshing.then(refresh, refresh)
    return this.#refreshing
  }

  async #refreshNow(index: LookIndex): Promise<void> {
    const ids = [...this.#changed]
    if (ids.length === 0) return
    this.#changed = new Set()
    try {
      const looks = new Map((await this.#looks.looksOf(ids)).map(({ id, look }) => [id, look]))
      for (const id of ids) put(index, id, looks.get(id) ?? null)
    } catch (error) {
      for (const id of ids) this.#changed.add(id)
      throw error
    }
  }
}

function put(index: LookIndex, id: number, packed: Uint8Array | null): void {
  const look = packed === null ? null : readLook(packed)
  if (look === null) index.delete(id)
  else index.set(id, look)
}
