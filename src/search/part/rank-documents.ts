import { type ForwardIndex, hasBit } from './forward-index.ts'

/** Current uses of GIFs: `uses[i]` are those of the GIF `ids[i]`; the ids ascend. */
export type CountedUses = { ids: Uint32Array; uses: Uint32Array }

const noCounts: CountedUses = { ids: new Uint32Array(0), uses: new Uint32Array(0) }

export type RankedDocuments = {
  size: number
  /** doc → its source, and its number there */
  sources: Uint16Array
  sourceDocs: Uint32Array
  /** doc → uses */
  uses: Uint32Array
  /** Position, newest first → doc. */
  byAge: Uint32Array
}

/**
 * Numbers the living documents of several sources in rank order: uses, most first, then id, newest first. If several
 * sources have a document with the same id, the last one counts. Uses come from `counted` if it has the GIF, otherwise
 * from its source.
 */
export function rankDocuments(sources: readonly ForwardIndex[], counted = noCounts): RankedDocuments {
  const bases = sources.map(() => 0)
  let all = 0
  for (const [index, { size }] of sources.entries()) {
    bases[index] = all
    all += size
  }
  // Two 32-bit halves make one number to sort by, low half first: the machines that Node runs on are little-endian.
  const idKeys = new BigUint64Array(all)
  const idHalves = new Uint32Array(idKeys.buffer)
  let living = 0
  for (const [index, source] of sources.entries()) {
    for (let doc = 0; doc < source.size; doc += 1) {
      if (hasBit(source.dead, doc)) continue
      idHalves[living * 2] = (bases[index] ?? 0) + doc
      idHalves[living * 2 + 1] = source.ids[doc] ?? 0
      living += 1
    }
  }
  idKeys.subarray(0, living).sort()
  const size = dropRepeatedIds(idHalves, living)

  const ranks = new BigUint64Array(size)
  const rankHalves = new Uint32Array(ranks.buffer)
  let next = 0
  for (let position = 0; position < size; position += 1) {
    const id = idHalves[position * 2 + 1] ?? 0
    const [source, doc] = locate(bases, idHalves[position * 2] ?? 0)
    while ((counted.ids[next] ?? Infinity) < id) next += 1
    const isCounted = counted.ids[next] === id
    rankHalves[position * 2] = position
    rankHalves[position * 2 + 1] = (isCounted ? counted.uses[next] : sources[source]?.uses[doc]) ?? 0
  }
  ranks.sort()

  const ranked = {
    size,
    sources: new Uint16Array(size),
    sourceDocs: new Uint32Array(size),
    uses: new Uint32Array(size),
    byAge: new Uint32Array(size),
  }
  for (let doc = 0; doc < size; doc += 1) {
    const from = (size - 1 - doc) * 2
    const position = rankHalves[from] ?? 0
    const [source, sourceDoc] = locate(bases, idHalves[position * 2] ?? 0)
    ranked.sources[doc] = source
    ranked.sourceDocs[doc] = sourceDoc
    ranked.uses[doc] = rankHalves[from + 1] ?? 0
    ranked.byAge[size - 1 - position] = doc
  }
  return ranked
}

/** Keeps the last entry with each id, in sorted pairs whose second element is the id. Returns the number left. */
function dropRepeatedIds(halves: Uint32Array, count: number): number {
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    if (kept > 0 && halves[kept * 2 - 1] === halves[at * 2 + 1]) kept -= 1
    halves[kept * 2] = halves[at * 2] ?? 0
    halves[kept * 2 + 1] = halves[at * 2 + 1] ?? 0
    kept += 1
  }
  return kept
}

/** Returns the source of a document numbered across all sources, and its number there. */
function locate(bases: readonly number[], number: number): [source: number, doc: number] {
  let source = bases.length - 1
  while (source > 0 && (bases[source] ?? 0) > number) source -= 1
  return [source, number - (bases[source] ?? 0)]
}
