import type { MediaEngine } from '../../media/media-engine.ts'
import type { SourceLimits } from './prepared-source.ts'
import type { PreparedSourceStore } from './source-store.ts'

/** Prepared sources, how they are kept now, and what makes their previews and measures GIFs of them. */
export type PreparedSettings = {
  store: Pick<PreparedSourceStore, 'read'>
  limits: () => Promise<SourceLimits>
  mediaEngine: Pick<MediaEngine, 'preview' | 'measure'>
}
