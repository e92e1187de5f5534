import type { Gif } from '../../../src/catalogue/gif.ts'
import { renditionsOf } from '../../contract/stores.ts'
import type { StoredRecord } from '../../../src/catalogue/record-source.ts'
import { randomId, randomNumericId } from '../../../src/lib/ids.ts'

let lastId = 0

/** A record as the catalogue returns it, public and ordinary except for the changes. */
export function gifRecord(changes: Partial<Gif> = {}): Gif {
  lastId++
  return {
    id: lastId,
    code: randomId(12),
    tenorId: randomNumericId(),
    mediaId: randomId(16),
    title: 'A frog jumps into the pond',
    category: { id: 1, code: 'animals', name: 'Animals' },
    tags: ['frog', 'splash'],
    width: 480,
    height: 270,
    durationMs: 2400,
    frames: 36,
    renditions: renditionsOf(
      { width: 480, height: 270, frames: 36 },
      { gif: 1_234_567, mp4: 234_567, webp: 634_567 },
    ),
    hasAlpha: null,
    alt: null,
    flashing: null,
    rating: null,
    visibility: 'public',
    hidden: false,
    ownerId: null,
    createdAt: 1_760_000_000_000 + lastId * 1000,
    ...changes,
  }
}

/** The same as stored. */
export function storedRecord({ tags, ...gif }: Gif): StoredRecord {
  return { ...gif, tagsJson: JSON.stringify(tags) }
}
