/**
 * A position in the catalogue's history. Positions are comparable only within one epoch: another epoch is another
 * history, for example that of a restored backup.
 */
export type Position = { epoch: string; version: number }

/** One change: of a GIF, which was added, changed or removed, or of a category. */
export type CatalogueChange = { version: number; gifId: number | null; categoryId: number | null }

/**
 * Every change of the catalogue in order. Each raises the version by one, in the transaction that makes the change, so
 * that a reader that requests the changes after its version misses nothing. The log keeps only the newest changes.
 */
export type ChangeLog = {
  /** Returns the position of the catalogue. `oldest`: `since` is complete from this version on. */
  position(): Promise<Position & { oldest: number }>
  /**
   * Returns a name of the history up to a version. Data saved at this version can be updated as long as the log returns
   * the same name.
   */
  historyAt(version: number): Promise<string>
  /** Returns the changes after a version, in order, at most `limit`. */
  since(version: number, limit: number): Promise<CatalogueChange[]>
}
