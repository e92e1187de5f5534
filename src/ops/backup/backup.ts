/** The files that a folder of the media store must hold; a size is null if no row has it. */
export type FolderFiles = {
  folder: string
  files: { name: string; bytes: number | null }[]
  /** The GIF with these files; none for uploads. */
  gifId?: number
}

/** The rows of a database that name files. */
export interface BackupRows {
  gifCount(): Promise<number>
  /** The files of all GIFs, by folder, some hundreds at a time. */
  gifFolders(): AsyncIterable<FolderFiles[]>
  /** The uploads that tasks still need because they have not ended or may be retried; by folder. */
  uploadFolders(): Promise<FolderFiles[]>
}

/** A consistent copy of the database as of one moment, next to that of the previous backup. */
export interface Snapshot extends BackupRows {
  /** Removes the GIFs of these folders as the service does; returns their number. */
  removeGifs(folders: string[]): Promise<number>
  /** Ends the tasks of these folders with an error saying that their uploads are not in the backup. */
  endTasks(folders: string[]): Promise<void>
  /** Durably replaces the previous backup with this one. */
  finish(): Promise<void>
  /** Discards the snapshot unless it is finished; then the previous backup stays in place. */
  close(): Promise<void>
}

/** Media files being copied from the media store to the backup. */
export interface MediaCopy {
  /** The folders under `prefix` in the backup, complete or not, by name. */
  present(prefix: string): Promise<Set<string>>
  /**
   * Copies a folder with all of its files durably. Returns the bytes copied: 0 if the backup already had the folder,
   * undefined if the media store lacks a file; then nothing has changed. `from` is the folder in the store, if it is a
   * different one.
   */
  copyFolder: (wanted: FolderFiles, from?: string) => Promise<number | undefined>
  /** Removes folders under `prefix` that are not in `names` from the backup; returns their number. */
  keepOnly(prefix: string, names: ReadonlySet<string>): Promise<number>
  /** Makes the names of the copied files survive a power cut too. */
  flush(): Promise<void>
}
