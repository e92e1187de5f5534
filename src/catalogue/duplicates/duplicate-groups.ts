import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DuplicateStore, GifPair } from './duplicate-store.ts'
import type { LookFinder } from './look-finder.ts'

/** The ids of GIFs that look the same, the newest first. */
export type DuplicateGroup = number[]

export type GroupDeps = {
  looks: LookFinder
  duplicates: Pick<DuplicateStore, 'dismissedPairs'>
}

/** More would make a page that nobody can compare. */
const maxInGroup = 24

/** GIFs whose look is compared before the event loop goes on: 5 ms among a million. */
const slice = 10

/**
 * Groups of GIFs that look the same, among those with ids below `below` and all older ones: looks at `maxLooked` GIFs at
 * most, the newest first, and stops at `maxGroups`. A group of which all pairs are dismissed is left out. `next` is
 * where to go on; null at the end.
 */
export async function findDuplicateGroups(
  { looks, duplicates }: GroupDeps,
  { below, maxGroups, maxLooked }: { below: number; maxGroups: number; maxLooked: number },
): Promise<{ groups: DuplicateGroup[]; next: number | null }> {
  const groups: DuplicateGroup[] = []
  const seen = new Set<number>()
  const ids = await looks.idsBelow(below, maxLooked)
  for (const [index, id] of ids.entries()) {
    if (index % slice === slice - 1) await nextTurn()
    if (seen.has(id)) continue
    const group = await groupOf(looks, id)
    for (const member of group) seen.add(member)
    // A newer member has shown it already.
    if (group.length < 2 || group.some((member) => member >= below)) continue
    if (isDismissed(group, await duplicates.dismissedPairs(group))) continue
    groups.push(group)
    if (groups.length === maxGroups) return { groups, next: id }
  }
  return { groups, next: ids.length < maxLooked ? null : (ids.at(-1) ?? null) }
}

/** A GIF, those that look the same, those that look as these do, and so on. */
async function groupOf(looks: LookFinder, id: number): Promise<DuplicateGroup> {
  const group = new Set([id])
  for (const member of group) {
    for (const near of await looks.near(member, maxInGroup)) if (group.size < maxInGroup) group.add(near.id)
  }
  return [...group].toSorted((one, other) => other - one)
}

function isDismissed(group: DuplicateGroup, pairs: readonly GifPair[]): boolean {
  return pairs.length >= (group.length * (group.length - 1)) / 2
}
