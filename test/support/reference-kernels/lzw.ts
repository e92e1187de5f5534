import type { Kernels } from '#src/gif/kernels/kernels.ts'
import { CodeTable, noString } from './code-table.ts'
import { type Channels, channelsOf, difference, squaredDistance } from './colors.ts'
import type { ReferenceMemory } from './memory.ts'
import type { Mixtures } from './mixtures.ts'
import type { ReferencePalette } from './palette.ts'

const none: Channels = [0, 0, 0]
/** No entry may replace one that is further away, squared. */
const maxDistance = 30_000
/** Squared errors that are less by more than this count as if by this; none may be greater by more than the other. */
const maxGain = 2048
const maxExtra = 6000

/** The entries of a palette, and the allowed replacements of each: none further than the eighth. */
type Entries = { colors: readonly Channels[]; near: readonly (readonly number[])[] }

/**
 * The variable-length LZW of GIF (GIF89a, appendix F), which may paint a pixel with another entry than requested if
 * that extends its string. The error is diffused to the right and down, so that means stay right.
 */
export class Lzw {
  readonly #memory: ReferenceMemory
  #entries: Entries = { colors: [], near: [] }

  constructor(memory: ReferenceMemory) {
    this.#memory = memory
  }

  /** For another palette, whose mixtures are set. */
  setEntries({ colors }: ReferencePalette, mixtures: Mixtures): void {
    const near = colors.map((color, index) =>
      mixtures.nearOf(index).filter((other) => {
        const otherColor = colors[other]
        return otherColor !== undefined && squaredDistance(color, otherColor) <= maxDistance
      }),
    )
    this.#entries = { colors, near }
  }

  /**
   * Encodes a box of the planes of choices: if the string cannot be extended by the first choice of a pixel, the second
   * is tried if the first is `clear`, else the entries near it whose distance (squared) from the pixel of `sources` is
   * greater by at most `loss`, or `busyLoss` if the second is `clear`. `shown` gets each painted index, which is any
   * but `clear`. Writes the least code size, the sub-blocks and their end to `target`; returns their length.
   */
  encodeBox(...args: Parameters<Kernels['encodeBox']>): number {
    const memory = this.#memory
    const [first, second, shown, sources, width, left, top, right, bottom, codeBits, clear] = args
    const [, , , , , , , , , , , loss, busyLoss, target] = args
    const table = new CodeTable(codeBits)
    // The amount by which the last pixel of each column was painted too dark.
    const errors = Array.from({ length: right - left }, () => none)
    let prefix = noString
    for (let y = top; y < bottom; y++) {
      let before = none
      for (let x = left; x < right; x++) {
        const at = y * width + x
        const index = memory.byte(first + at)
        const other = memory.byte(second + at)
        const wanted = add(
          channelsOf(memory.word(sources + at * 4)),
          carriedOf(before, errors[x - left] ?? none),
        )
        let chosen = index
        if (table.get(prefix, index) === undefined) {
          if (index === clear) chosen = table.get(prefix, other) === undefined ? index : other
          else chosen = this.#standIn(table, prefix, index, wanted, other === clear ? busyLoss : loss)
        }
        // The error of the first pixel is not diffused.
        const isCarried = index !== clear && prefix !== noString
        before = isCarried ? difference(wanted, this.#color(chosen)) : none
        errors[x - left] = before
        if (chosen !== clear) memory.setByte(shown + at, chosen)
        const code = table.get(prefix, chosen)
        if (code === undefined) table.endString(prefix, chosen, (y - top) * (right - left) + x - left)
        prefix = code ?? chosen
      }
    }
    table.finish(prefix)
    memory.setByte(target, codeBits)
    return 1 + table.stream.writeBlocks(memory, target + 1)
  }

  /** The entry nearest to `wanted` among those near `index` that extend the string; `index` if all are too far. */
  #standIn(table: CodeTable, prefix: number, index: number, wanted: Channels, loss: number): number {
    let standIn = index
    let least = Math.min(loss, maxExtra)
    const error = squaredDistance(wanted, this.#color(index))
    for (const near of this.#entries.near[index] ?? []) {
      if (table.get(prefix, near) === undefined) continue
      const more = Math.max(squaredDistance(wanted, this.#color(near)) - error, -maxGain)
      if (standIn === index ? more > least : more >= least) continue
      standIn = near
      least = more
    }
    return standIn
  }

  #color(index: number): Channels {
    return this.#entries.colors[index] ?? none
  }
}

function add(one: Channels, other: Channels): Channels {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

/** The correction of a pixel: a quarter of the error to its left and half of the one above it, rounded towards 0. */
function carriedOf(left: Channels, above: Channels): Channels {
  const part = (channel: 0 | 1 | 2) => Math.trunc((left[channel] + 2 * above[channel]) / 4)
  return [part(0), part(1), part(2)]
}
