import {
  mainRenditions,
  type RenditionBase,
  type RenditionFile,
  renditionMs,
  type RenditionName,
  renditionNames,
  type Renditions,
  renditions,
  renditionShape,
} from './rendition.ts'

/** A GIF with the properties that its renditions depend on; a `Gif` fits. */
export type LadderGif = RenditionBase & { renditions: Renditions; hasAlpha: boolean | null }

/** The renditions of a GIF of the catalogue, of any visibility. */
export type CataloguedLadder = LadderGif & { id: number; mediaId: string }

/** A file of a GIF, as it is. `durationMs` is 0 for a still. */
export type ResolvedRendition = { name: RenditionName; file: RenditionFile; durationMs: number }

/** Returns the renditions that a GIF should have but lacks. One that would be the same as another is not made. */
export function missingRenditions(gif: LadderGif): RenditionName[] {
  return renditionNames.filter((name, index) => {
    const { alphaOnly } = renditions[name]
    if (gif.renditions[name] !== undefined || (alphaOnly && gif.hasAlpha !== true)) return false
    return !renditionNames.some((other, otherIndex) => {
      const isThere = gif.renditions[other] !== undefined
      return (isThere || otherIndex < index) && isSame(gif, name, other)
    })
  })
}

/** Returns the renditions that are made with a GIF of this size, besides the main ones. */
export function coreRenditions({ width, height }: { width: number; height: number }): RenditionName[] {
  // Their number of frames does not matter: they show all of them, or one.
  const base = { width, height, frames: 100, durationMs: 10_000 }
  const main = mainRenditions.map((name) => [name, { ...renditionShape(name, base), bytes: null }])
  const gif = { ...base, hasAlpha: false, renditions: Object.fromEntries(main) }
  return missingRenditions(gif).filter((name) => renditions[name].made === 'with-gif')
}

/**
 * Returns the file that currently serves a rendition: its own or an identical one; until it is made, the next larger of
 * its codec, otherwise the largest; for one with a size limit, the largest within it, otherwise the one with the fewest
 * bytes. If its codec has no file, one of another codec serves it. Throws an Error if the GIF has none at all, which is
 * never the case for a published one.
 */
export function resolveRendition(gif: LadderGif, name: RenditionName): ResolvedRendition {
  const own = gif.renditions[name]
  if (own !== undefined) return resolved(gif, name, own)
  const { maxBytes } = renditions[name]
  const candidates = candidatesFor(gif, name)
  const bounded =
    maxBytes === null ? candidates : candidates.filter(({ file }) => (file.bytes ?? Infinity) <= maxBytes)
  const best = bounded.length > 0 ? closest(bounded, renditionShape(name, gif)) : fewestBytes(candidates)
  if (best === undefined) throw new Error(`no file serves ${name}`)
  return resolved(gif, best.name, best.file)
}

const namesByCodec = Object.groupBy(renditionNames, (name) => renditions[name].codec)

type Candidate = { name: RenditionName; file: RenditionFile }

/** The replacements for files of a codec that a GIF has none of. */
const substitutes = { vp9: 'mp4', webp: 'webp', gif: 'gif', h264: 'mp4', jpeg: 'thumb' } as const

/**
 * Returns the files that may serve a rendition: with the same frames, or else all of them, or else of another codec.
 */
function candidatesFor(gif: LadderGif, name: RenditionName): Candidate[] {
  const { codec } = renditions[name]
  const frames = framesOf(gif, name)
  const sameFrames: Candidate[] = []
  const whole: Candidate[] = []
  for (const other of namesByCodec[codec] ?? []) {
    const file = gif.renditions[other]
    if (file === undefined) continue
    const shown = framesOf(gif, other)
    if (shown === frames) sameFrames.push({ name: other, file })
    else if (shown === 'all') whole.push({ name: other, file })
  }
  if (sameFrames.length > 0) return sameFrames
  if (whole.length > 0) return whole
  const substitute = substitutes[codec]
  const file = gif.renditions[substitute]
  return file === undefined ? [] : [{ name: substitute, file }]
}

/** Returns the smallest that covers the size, preferring full quality if there are two; otherwise the largest. */
function closest(
  candidates: readonly Candidate[],
  { width, height }: { width: number; height: number },
): Candidate | undefined {
  let covering: Candidate | undefined
  let largest: Candidate | undefined
  for (const candidate of candidates) {
    const { file } = candidate
    const covers = file.width >= width && file.height >= height
    if (covers && isBetter(candidate, covering, 1)) covering = candidate
    if (isBetter(candidate, largest, -1)) largest = candidate
  }
  return covering ?? largest
}

/** Returns true if it is smaller (`sign` 1) or larger (-1) than the other, or has the same area and better quality. */
function isBetter(one: Candidate, other: Candidate | undefined, sign: 1 | -1): boolean {
  if (other === undefined) return true
  const difference = (one.file.width * one.file.height - other.file.width * other.file.height) * sign
  return difference < 0 || (difference === 0 && roughness(one) < roughness(other))
}

function roughness({ name }: Candidate): number {
  return renditions[name].isRougher ? 1 : 0
}

function fewestBytes(candidates: Candidate[]): Candidate | undefined {
  return candidates.toSorted((one, other) => (one.file.bytes ?? Infinity) - (other.file.bytes ?? Infinity))[0]
}

/** A file that uses at least this share of a size limit is hardly worse than one made for it. */
const nearBound = 0.7

/** Returns true if the file of `other` is, or will be, the same as that of `name`. */
function isSame(gif: LadderGif, name: RenditionName, other: RenditionName): boolean {
  const [one, two] = [renditions[name], renditions[other]]
  if (name === other || one.codec !== two.codec || one.isRougher) return false
  // Within a size limit, the lower quality is as good as any.
  if (two.isRougher && one.maxBytes === null) return false
  if (framesOf(gif, name) !== framesOf(gif, other)) return false
  if (two.alphaOnly && gif.hasAlpha !== true) return false
  const bytes = gif.renditions[other]?.bytes ?? Infinity
  const { width, height } = renditionShape(name, gif)
  const shape = gif.renditions[other] ?? renditionShape(other, gif)
  const isWithin = shape.width <= width && shape.height <= height
  if (one.maxBytes !== null && isWithin && bytes <= one.maxBytes && bytes >= one.maxBytes * nearBound)
    return true
  if (shape.width !== width || shape.height !== height) return false
  if (one.maxBytes === null) return two.maxBytes === null
  return bytes <= one.maxBytes
}

/**
 * Returns the frames of this GIF that a rendition shows: all of a short one's if `six` and `start` would use all.
 * Stills that keep transparency are a separate kind: others are on white.
 */
function framesOf(gif: LadderGif, name: RenditionName): 'all' | 'six' | 'start' | 'first' | 'clear' {
  const { frames, alphaOnly } = renditions[name]
  if (frames === 'first' && alphaOnly) return 'clear'
  if (frames === 'six' || frames === 'start')
    return renditionShape(name, gif).frames === gif.frames ? 'all' : frames
  return frames
}

function resolved(gif: LadderGif, name: RenditionName, file: RenditionFile): ResolvedRendition {
  return { name, file, durationMs: renditionMs(name, gif) }
}
