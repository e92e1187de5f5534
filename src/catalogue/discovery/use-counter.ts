import { setImmediate as nextTurn } from 'node:timers/promises'
import { viewerKey } from '../../lib/net/client-key.ts'
import { type GifExposure, isListed } from '../gif.ts'
import { DailyWeights } from './daily-weights.ts'
import type { DiscoveryDeps } from './discovery-deps.ts'

export const useKinds = ['view', 'download', 'copy', 'share'] as const

export type UseKind = (typeof useKinds)[number]

/** The weights of uses. A person who shares a GIF has chosen it; one who opens its page may not have. */
export const useWeights: Record<UseKind, number> = { view: 1, download: 3, copy: 5, share: 5 }

/** The client that uses a GIF or searches. Its address is stored only as a hash, see DailyWeights. */
export type Client = {
  address: string | undefined
  /** False for crawlers, and for browsers that load a page in advance. */
  isPerson: boolean
}

/**
 * The maximum uses that one process remembers in a day: 20 to 40 MB when full. Further viewers and GIFs count from the
 * next day.
 */
const maxPairs = 1_000_000

/** The maximum GIFs per day that count for one viewer; an office with one address is one viewer. */
const maxGifsPerViewer = 1000

/**
 * The maximum GIFs whose counts wait to be written; while the database cannot be written, uses of further ones are
 * dropped.
 */
const maxWaiting = 20_000

/**
 * The maximum GIFs whose counts are written in one transaction, which blocks the process; the others wait for the next
 * one.
 */
const maxWritten = 500

/** The part of a GIF needed to count its use. */
export type CountedGif = GifExposure & { id: number }

/**
 * Counts uses of listed GIFs. A viewer counts once per GIF and day, with the weightiest of its uses. Counts wait in
 * memory for the next `write`.
 */
export class UseCounter {
  readonly #deps: DiscoveryDeps
  readonly #today: DailyWeights
  #waiting = new Map<number, number>()
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: DiscoveryDeps) {
    this.#deps = deps
    this.#today = new DailyWeights({ maxPairs, maxPerViewer: maxGifsPerViewer, clock: deps.clock })
  }

  /** Counts a person's use of a listed GIF; others do not count. Never throws. */
  count(gif: CountedGif, kind: UseKind, client: Client): void {
    if (!isListed(gif) || !client.isPerson) return
    if (this.#waiting.size >= maxWaiting && !this.#waiting.has(gif.id)) return
    const weight = this.#today.raise(viewerKey(client.address), String(gif.id), useWeights[kind])
    if (weight > 0) this.#waiting.set(gif.id, (this.#waiting.get(gif.id) ?? 0) + weight)
  }

  /** Writes the counts since the last write. If it fails, they are written with the next ones. Never throws. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0 && (await this.#writeSome())) await nextTurn()
  }

  /** Returns false if writing failed. */
  async #writeSome(): Promise<boolean> {
    const weights = new Map([...this.#waiting].slice(0, maxWritten))
    for (const id of weights.keys()) this.#waiting.delete(id)
    try {
      await this.#deps.trends.addUses(weights)
      for (const id of weights.keys()) this.#deps.onUse?.(id)
      return true
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'Uses of GIFs could not be written; they are tried again.')
      for (const [id, weight] of weights) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + weight)
      return false
    }
  }
}
