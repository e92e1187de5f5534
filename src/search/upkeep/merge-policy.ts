/**
 * A part never has more documents than this, or an eighth of all if that is more: merging it needs as much memory
 * again.
 */
export const minLargestPart = 262_144
const largestPartShare = 1 / 8

/** A delta of this many documents becomes a part. */
export const deltaDocuments = 1024

/** This many parts of similar size become one; sizes of a tier differ by no more than this factor. */
const tierFactor = 4

/** A part is rewritten when this share of it is dead, or this share was used since its documents were ranked. */
const maxDeadShare = 1 / 5
const maxUsedShare = 1 / 8

export type MergeCandidate = {
  /** The number of documents that are not dead. */
  living: number
  /** The number of documents, including dead ones. */
  size: number
  /** The uses counted since the part was written. */
  newUses: number
}

/** Returns the most documents that a part may have if there are `living` in total. */
export function largestPart(living: number): number {
  return Math.max(minLargestPart, Math.ceil(living * largestPartShare))
}

/**
 * Chooses the parts to merge next, as indexes into `parts`: one that is largely dead or used, otherwise several of
 * similar size, once there are `tierFactor` of it (as in Lucene's TieredMergePolicy). Returns an empty list if nothing
 * is due. So there are at most three parts of each tier, and at most 16 large ones.
 */
export function chooseMerge(parts: readonly MergeCandidate[]): number[] {
  const worn = parts.findIndex(
    ({ living, size, newUses }) =>
      size - living > size * maxDeadShare || newUses > Math.max(size * maxUsedShare, deltaDocuments),
  )
  if (worn !== -1) return [worn]

  const maxDocuments = largestPart(parts.reduce((sum, { living }) => sum + living, 0))
  const tiers = new Map<number, number[]>()
  for (const [index, { living }] of parts.entries()) {
    if (living > maxDocuments / 2) continue
    const tier = Math.floor(Math.log(Math.max(1, living / deltaDocuments)) / Math.log(tierFactor))
    const members = tiers.get(tier)
    if (members === undefined) tiers.set(tier, [index])
    else members.push(index)
  }
  const full = [...tiers].filter(([, members]) => members.length >= tierFactor)
  const [, smallest] = full.toSorted(([a], [b]) => a - b)[0] ?? []
  return smallest === undefined ? [] : thatFit(parts, smallest, maxDocuments)
}

/** Returns as many of the parts as fit into one, smallest first. */
function thatFit(
  parts: readonly MergeCandidate[],
  members: readonly number[],
  maxDocuments: number,
): number[] {
  const living = (index: number) => parts[index]?.living ?? 0
  let sum = 0
  return members
    .toSorted((a, b) => living(a) - living(b))
    .filter((index) => (sum += living(index)) <= maxDocuments)
}
