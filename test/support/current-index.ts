import { type CurrentIndex, LiveIndex } from '#src/search/live-index.ts'
import { createEmptyIndex } from '#src/search/upkeep/index-image.ts'

/** An index without documents, some of whose methods are replaced. */
export function currentIndex(
  given: Partial<Pick<LiveIndex, 'search' | 'complete' | 'closestWords' | 'related'>>,
): CurrentIndex {
  const index = Object.assign(new LiveIndex(createEmptyIndex()), given)
  return { current: () => index }
}
