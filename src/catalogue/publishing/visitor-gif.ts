import type { Gif } from '../gif.ts'

/**
 * The publishing states of a GIF that a visitor without an account made. `unpublished`: visible to whoever has its
 * address. `waiting`: its maker asked to publish it, and the operator has to approve. `declined`: the operator did not
 * approve. Only a `published` one is public.
 */
export const publishingStates = ['unpublished', 'waiting', 'declined', 'published'] as const

export type PublishingState = (typeof publishingStates)[number]

/** The record of a visitor's GIF, in addition to the GIF itself. */
export type VisitorGif = {
  code: string
  /** The hash of its manage key; see manage-key.ts. */
  keyHash: string
  state: PublishingState
  /** The operator's reason for declining; null if none was given. */
  reason: string | null
  /** The time at which it entered this state, in milliseconds since 1970. */
  since: number
}

/** The addition that a visitor's creation stores. */
export type NewVisitorGif = Pick<VisitorGif, 'keyHash' | 'state'>

/** The limit of unpublished GIFs of one client. */
export type UnpublishedQuota = { gifs: number; bytes: number }

/** A GIF that waits for the operator. */
export type WaitingGif = { gif: Gif; since: number }
