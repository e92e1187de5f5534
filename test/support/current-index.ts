import { type CurrentIndex, LiveIndex } from '#src/search/live-index.ts'
import { replaceMembers } from './fakes.ts'
import { createEmptyIndex } from '#src/search/upkeep/index-image.ts'

/** An index without documents, some of whose methods are replaced. */
export function currentIndex(
  given: Partial<Pick<LiveIndex, 'search' | 'complete' | 'closestWords' | 'related'>>,
): CurrentIndex {
  const index = Object.assign(new LiveIndex(createEmptyIndex()), given)
  return { current: () => index }
}

/** The index of `base` with some of its methods replaced. */
export function replaceIndex(base: CurrentIndex, given: Partial<LiveIndex>): CurrentIndex {
  const index = replaceMembers(base.current(), given)
  return { current: () => index }
}
