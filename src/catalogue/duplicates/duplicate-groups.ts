import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Viewer } from '../../accounts/account.ts'
import type { CatalogueStore } from '../catalogue-store.ts'
import type { Gif } from '../gif.ts'
import type { GifPair } from './duplicate-store.ts'
import type { LookFinder } from './similar-gifs.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'

/** At least two GIFs that look the same, newest first; the viewer may see all of them. */
export type DuplicateGroup = Gif[]

/** `next` is the id to continue from; null at the end. */
export type FoundGroups = { groups: DuplicateGroup[]; next: number | null }

/** More would make a page that nobody can compare. */
const maxInGroup = 24

/** GIFs whose look is compared before the event loop goes on: 5 ms among a million. */
const slice = 10

/**
 * Finds groups of GIFs that look the same, among those with ids below `below` and all older ones: reads at most
 * `maxLooked` GIFs, newest first, and stops at `maxGroups`. A GIF that the viewer may not see is in no group and
 * connects none. A group is left out if all of its pairs are dismissed.
 */
export async function findDuplicateGroups(
  { catalogue, duplicates }: CatalogueStores,
  looks: LookFinder,
  { below, maxGroups, maxLooked }: { below: number; maxGroups: number; maxLooked: number },
  viewer: Viewer,
): Promise<FoundGroups> {
  const groups: DuplicateGroup[] = []
  const seen = new Set<number>()
  const ids = await looks.idsBelow(below, maxLooked)
  for (const [index, id] of ids.entries()) {
    if (index % slice === slice - 1) await nextTurn()
    if (seen.has(id)) continue
    const group = await groupOf(catalogue, looks, id, viewer)
    for (const member of group) seen.add(member.id)
    // A newer member has shown it already.
    if (group.length < 2 || group.some((member) => member.id >= below)) continue
    if (isDismissed(group, await duplicates.dismissedPairs(group.map((member) => member.id)))) continue
    groups.push(group)
    if (groups.length === maxGroups) return { groups, next: id }
  }
  return { groups, next: ids.length < maxLooked ? null : (ids.at(-1) ?? null) }
}

/** Returns a GIF with those that look the same, those that look like these, and so on; empty if none looks the same. */
async function groupOf(
  catalogue: CatalogueStore,
  looks: LookFinder,
  id: number,
  viewer: Viewer,
): Promise<DuplicateGroup> {
  const group = new Map<number, Gif>()
  const asked = new Set<number>()
  const members = new Set([id])
  for (const member of members) {
    const near = await looks.near(member, maxInGroup)
    const others = [member, ...near.map((found) => found.id)].filter((other) => !asked.has(other))
    if (near.length === 0 || others.length === 0) continue
    for (const other of others) asked.add(other)
    for (const gif of await catalogue.visibleByIds(others, viewer)) {
      if (group.size === maxInGroup) break
      group.set(gif.id, gif)
      members.add(gif.id)
    }
    if (!group.has(id)) return []
  }
  return [...group.values()].toSorted((one, other) => other.id - one.id)
}

function isDismissed(group: DuplicateGroup, pairs: readonly GifPair[]): boolean {
  return pairs.length >= (group.length * (group.length - 1)) / 2
}
