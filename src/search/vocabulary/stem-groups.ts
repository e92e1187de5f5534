import { stemOf } from '../text/stems.ts'
import { sharedWords } from './shared-arrays.ts'
import { tableLength } from './term-table.ts'

/** The forms of each word, in shared memory: terms with the same stem are a group. */
export type StemGroups = {
  /** Maps an id to its group + 1, or to 0 if it has no term or one without forms (emoji, numbers, other scripts). */
  groups: Uint32Array<SharedArrayBuffer>
  /** Group → where its members begin (groups + 1). */
  memberStarts: Uint32Array<SharedArrayBuffer>
  /** Ids of terms, ascending within a group. */
  members: Uint32Array<SharedArrayBuffer>
  /** Group → hash of its stem. */
  stemHashes: Uint32Array<SharedArrayBuffer>
  /** Open addressing by the stem's hash: group + 1, or 0. */
  stemSlots: Uint32Array<SharedArrayBuffer>
}

/** Builds the groups of terms whose ids are their places in `terms`. */
export function buildStemGroups(terms: readonly string[]): StemGroups {
  const groups = sharedWords(terms.length)
  const groupOfStem = new Map<string, number>()
  for (const [id, term] of terms.entries()) {
    const stem = stemOf(term)
    if (stem === undefined) continue
    let group = groupOfStem.get(stem)
    if (group === undefined) groupOfStem.set(stem, (group = groupOfStem.size))
    groups[id] = group + 1
  }
  const stemHashes = sharedWords(groupOfStem.size)
  const stemSlots = sharedWords(tableLength(groupOfStem.size))
  for (const [stem, group] of groupOfStem) {
    const hash = hashOf(stem)
    stemHashes[group] = hash
    let slot = hash & (stemSlots.length - 1)
    while (stemSlots[slot] !== 0) slot = (slot + 1) & (stemSlots.length - 1)
    stemSlots[slot] = group + 1
  }
  return Object.assign(listMembers(groups, groupOfStem.size), { groups, stemHashes, stemSlots })
}

/** Sorts the terms by group, with a counting sort. */
function listMembers(groups: Uint32Array, size: number): Pick<StemGroups, 'memberStarts' | 'members'> {
  const memberStarts = sharedWords(size + 1)
  for (const group of groups) if (group > 0) memberStarts[group] = (memberStarts[group] ?? 0) + 1
  for (let group = 0; group < size; group++) {
    memberStarts[group + 1] = (memberStarts[group + 1] ?? 0) + (memberStarts[group] ?? 0)
  }
  const members = sharedWords(memberStarts[size] ?? 0)
  const next = memberStarts.slice()
  for (const [id, group] of groups.entries()) {
    if (group === 0) continue
    const at = next[group - 1] ?? 0
    members[at] = id
    next[group - 1] = at + 1
  }
  return { memberStarts, members }
}

/** Returns the group of a stem, or -1. Only hashes are stored: `readTerm` returns a member to compare with. */
export function findGroup(stemGroups: StemGroups, stem: string, readTerm: (id: number) => string): number {
  const { stemHashes, stemSlots, members } = stemGroups
  const hash = hashOf(stem)
  const mask = stemSlots.length - 1
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const group = (stemSlots[slot] ?? 0) - 1
    if (group < 0) return -1
    if (stemHashes[group] !== hash) continue
    const member = members[stemGroups.memberStarts[group] ?? 0] ?? 0
    if (stemOf(readTerm(member)) === stem) return group
  }
}

/** Returns FNV-1a over UTF-16 units; stems have Latin letters only. */
function hashOf(stem: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < stem.length; at++) hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
