/**
 * `copy`: the files lie under the old media id only. `remove`: they are under the new one too, or are not needed.
 * `purge`: the old ones are gone, and a CDN may have them. `settle`: whatever a worker wrote since is to go as well.
 */
export type MoveState = 'copy' | 'remove' | 'purge' | 'settle'

/** Files that are on their way from one media id to another; to none (null) where their GIF is gone. */
export type MediaMove = {
  id: number
  gifId: number
  from: string
  to: string | null
  state: MoveState
  /** When it settles, in milliseconds since 1970; null before. */
  settleAt: number | null
}

/**
 * The moves of files that were begun. One is added in the transaction that changes its GIF, and goes when nothing is left
 * to be done: so whoever is ended in between, another process finishes it.
 */
export type MediaMoveStore = {
  /** Those that follow the one with the id `after`, the oldest first, `limit` at most. */
  list(after: number, limit: number): Promise<MediaMove[]>
  /** Those of these GIFs, the oldest first. */
  ofGifs(gifIds: readonly number[]): Promise<MediaMove[]>
  read(id: number): Promise<MediaMove | undefined>
  /** The one that has to copy files to where this one takes them from. */
  copiedBefore(move: MediaMove): Promise<MediaMove | undefined>
  /** Whether a GIF, or another move, needs the files where this one takes them. */
  isNeeded(move: MediaMove): Promise<boolean>
  /** Whether no GIF has the old files, and no other move copies them. */
  mayRemove(move: MediaMove): Promise<boolean>
  advance(id: number, state: MoveState, settleAt?: number): Promise<void>
  end(id: number): Promise<void>
}
