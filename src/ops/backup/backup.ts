/** The files that a folder of the media store must hold; a size is null if no row has it. */
export type FolderFiles = {
  folder: string
  files: { name: string; bytes: number | null }[]
  /** A GIF that has these files; of uploads none. */
  gifId?: number
}

/** The rows of a database that name files. */
export interface BackupRows {
  gifCount(): Promise<number>
  /** The files of all GIFs, a folder each, some hundreds at a time. */
  gifFolders(): AsyncIterable<FolderFiles[]>
  /** The uploads that a task still needs, because it has not ended or may be tried again; a folder for each. */
  uploadFolders(): Promise<FolderFiles[]>
}

/** A consistent copy of the database as it was at one moment, beside the one of the backup before. */
export interface Snapshot extends BackupRows {
  /** Removes the GIFs of these folders as the program itself does; gives how many. */
  removeGifs(folders: string[]): Promise<number>
  /** Ends the tasks of these folders in an error that says that their uploads are not in the backup. */
  endTasks(folders: string[]): Promise<void>
  /** Replaces the backup before with this one, durably. */
  finish(): Promise<void>
  /** Discards the snapshot unless it is finished; then the backup before stays in place. */
  close(): Promise<void>
}

/** Media files on their way from the media store to the backup. */
export interface MediaCopy {
  /** The folders under `prefix` that the backup has, whole or not, by name. */
  present(prefix: string): Promise<Set<string>>
  /**
   * Copies a folder with all of its files durably. Returns the bytes copied: 0 if the backup had the folder already,
   * undefined if the media store lacks a file; then nothing has changed. `from` is the folder that the store has them in
   * where it is another one.
   */
  copyFolder: (wanted: FolderFiles, from?: string) => Promise<number | undefined>
  /** Removes from the backup what is under `prefix` and not in `names`; gives how many. */
  keepOnly(prefix: string, names: ReadonlySet<string>): Promise<number>
  /** Makes the names of the copied files survive a power cut too. */
  flush(): Promise<void>
}
