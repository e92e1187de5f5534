/**
 * `copy`: the files are only under the old media id. `remove`: they are under the new one too, or are not needed.
 * `purge`: the old ones are gone, but a CDN may have them. `settle`: files that a worker has written since must be
 * removed as well.
 */
export type MoveState = 'copy' | 'remove' | 'purge' | 'settle'

/** Files that move from one media id to another, or to none (null) if their GIF is gone. */
export type MediaMove = {
  id: number
  gifId: number
  from: string
  to: string | null
  state: MoveState
  /** The time when it settles, in milliseconds since 1970; null before. */
  settleAt: number | null
}

/**
 * The moves of files in progress. A move is added in the transaction that changes its GIF, and deleted when nothing is
 * left to do: if a process ends in between, another one finishes it.
 */
export type MediaMoveStore = {
  /** Returns at most `limit` moves that follow the one with the id `after`, oldest first. */
  list(after: number, limit: number): Promise<MediaMove[]>
  /** Returns the moves of these GIFs, oldest first. */
  ofGifs(gifIds: readonly number[]): Promise<MediaMove[]>
  read(id: number): Promise<MediaMove | undefined>
  /** Returns the move that has to copy files to where this one takes them from. */
  copiedBefore(move: MediaMove): Promise<MediaMove | undefined>
  /** Returns true if a GIF, or another move, needs the files at this move's destination. */
  isNeeded(move: MediaMove): Promise<boolean>
  /** Returns true if no GIF has the old files, and no other move copies them. */
  mayRemove(move: MediaMove): Promise<boolean>
  advance(id: number, state: MoveState, settleAt?: number): Promise<void>
  end(id: number): Promise<void>
}
