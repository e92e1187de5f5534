/** What a folder of the media store must hold: a file's size where a row tells it, null where none does. */
export type FolderFiles = { folder: string; files: { name: string; bytes: number | null }[] }

/** The rows of a database that name files; of the live one, or of a snapshot. */
export interface BackupRows {
  gifCount(): Promise<number>
  /** The files of all GIFs, a folder each, some hundreds at a time. */
  gifFolders(): AsyncIterable<FolderFiles[]>
  /** The uploads that a task still needs, because it has not ended or may be tried again; a folder for each. */
  uploadFolders(): Promise<FolderFiles[]>
  /** Those of the folders that some row names now. */
  named(folders: string[]): Promise<Set<string>>
}

/** A consistent copy of the database as it was at one moment, beside the one of the backup before. */
export interface Snapshot extends BackupRows {
  /** Removes the GIFs of these folders as the program itself does; gives how many. */
  removeGifs(folders: string[]): Promise<number>
  /** Ends the tasks of these folders in an error that says that their uploads are not in the backup. */
  endTasks(folders: string[]): Promise<void>
  /** Puts it in the place of the one before: from then on the backup is this one, even after a power cut. */
  finish(): Promise<void>
  /** Lets go of it; where it is not finished, the backup stays the one before. */
  close(): Promise<void>
}

/** Media files on their way from the data folder to the backup. */
export interface MediaCopy {
  /** The folders under `prefix` that the backup has, whole or not, by name. */
  present(prefix: string): Promise<Set<string>>
  /**
   * Sees to it that the backup has a folder, with all of its files, durably: bytes copied; 0 where it had it already.
   * Undefined where the data folder does not have them; then nothing has changed.
   */
  bring: (wanted: FolderFiles) => Promise<number | undefined>
  /** Removes from the backup what is under `prefix` and not in `names`; gives how many. */
  keepOnly(prefix: string, names: ReadonlySet<string>): Promise<number>
  /** Makes what was brought survive a power cut by its names too. */
  flush(): Promise<void>
}
