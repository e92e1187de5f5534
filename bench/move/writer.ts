import { setTimeout as pause } from 'node:timers/promises'
import { storeGif } from '../../test/support/stores/stored-gifs.ts'
import type { TestStores } from '../../test/support/stores/stores.ts'

const everyMs = 50

/** One change in this many is a new GIF with its files; the others are new titles. */
const newEvery = 10

export type Writes = { changed: number; added: number; longestMs: number; refusedWith: string }

/**
 * Changes GIFs and adds others, one after the other, until a write is refused. Returns the written rows, and the
 * duration of the slowest write.
 */
export async function writeUntilRefused(stores: TestStores, gifs: number): Promise<Writes> {
  const writes: Writes = { changed: 0, added: 0, longestMs: 0, refusedWith: '' }
  for (let count = 1; ; count++) {
    const startedAt = performance.now()
    try {
      if (count % newEvery === 0) {
        await storeGif(stores, { title: `added while it moves ${count}` })
        writes.added++
      } else {
        const id = 1 + ((count * 7919) % gifs)
        await stores.catalogue.change(id, { title: `changed while it moves ${count}` })
        writes.changed++
      }
    } catch (error) {
      return { ...writes, refusedWith: error instanceof Error ? error.message : String(error) }
    } finally {
      writes.longestMs = Math.max(writes.longestMs, performance.now() - startedAt)
    }
    await pause(everyMs)
  }
}
