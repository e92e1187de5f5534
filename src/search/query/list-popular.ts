import type { SearchFilter } from '../search-index.ts'
import { filterOf } from './filters.ts'
import { findAll } from './find-hits.ts'
import { ScoredHits } from './hits.ts'
import type { IndexView } from './index-view.ts'
import { MergedHits } from './merged-hits.ts'

/** The most used GIFs that pass a filter. */
export function listPopular(view: IndexView, filter: SearchFilter, limit: number): number[] {
  const passing = filterOf(filter)
  const hits = new MergedHits(
    [
      ...view.deltas.map((delta) => {
        const docs: number[] = []
        for (let doc = 0; doc < delta.size; doc += 1) if (passing.passes(delta, doc)) docs.push(doc)
        const { uses, ids } = delta
        docs.sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0))
        return new ScoredHits(delta, docs, [])
      }),
      ...view.parts.map((part) => findAll(part, passing)),
    ],
    'popular',
  )
  const ids: number[] = []
  while (ids.length < limit) {
    const step = hits.step()
    if (step === 'end') break
    if (step === 'hit') ids.push(hits.id)
  }
  return ids
}
