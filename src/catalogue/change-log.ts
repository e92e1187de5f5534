/**
 * A place in the catalogue's history. Positions compare only within one epoch: another epoch is another history, for
 * example that of a backup that was restored.
 */
export type Position = { epoch: string; version: number }

/** One change: of a GIF, which was added, changed or removed, or of a category. */
export type CatalogueChange = { version: number; gifId: number | null; categoryId: number | null }

/**
 * Every change of the catalogue in order. Each raises the version by one, in the transaction that makes the change, so
 * that a reader that asks for what comes after its version misses nothing. The log keeps the newest changes only.
 */
export type ChangeLog = {
  /** The position of the catalogue. `oldest`: `since` is complete from this version on. */
  position(): Promise<Position & { oldest: number }>
  /**
   * A name of the history up to a version. What was saved at this version can be brought up to date while the log still
   * gives the same name.
   */
  historyAt(version: number): Promise<string>
  /** The changes after a version, in order, `limit` at most. */
  since(version: number, limit: number): Promise<CatalogueChange[]>
}
