import type { Gif } from '../gif.ts'

/**
 * How far a GIF is that a visitor without an account made. `unpublished`: seen by who has its address. `waiting`: its
 * maker asked to publish it, and the operator has to agree. `declined`: the operator did not. Only a `published` one is
 * public.
 */
export const publishingStates = ['unpublished', 'waiting', 'declined', 'published'] as const

export type PublishingState = (typeof publishingStates)[number]

/** What is known of a visitor's GIF beside the GIF itself. */
export type VisitorGif = {
  code: string
  /** The hash of its manage key; see manage-key.ts. */
  keyHash: string
  state: PublishingState
  /** Why the operator declined; null where that was not said. */
  reason: string | null
  /** When it came to this state, in milliseconds since 1970. */
  since: number
}

/** What a creation of a visitor adds. */
export type NewVisitorGif = Pick<VisitorGif, 'keyHash' | 'state'>

/** How much one client may have unpublished. */
export type UnpublishedQuota = { gifs: number; bytes: number }

/** A GIF that waits for the operator. */
export type WaitingGif = { gif: Gif; since: number }
