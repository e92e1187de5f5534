import { statSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, manifestName, readManifest } from './manifest.ts'

/** A saved index as its manifest describes it. */
export type SavedIndex = {
  version: number
  /** In ms since 1970. */
  savedAt: number
  /** The size of its files. */
  bytes: number
}

/** Describes the index saved in a folder, without reading it; null if this program could not use it. Never throws. */
export function describeSavedIndex(folder: string): SavedIndex | null {
  try {
    const manifest = readManifest(folder)
    const { mtimeMs, size } = statSync(join(folder, manifestName))
    const bytes = filesIn(manifest).reduce((sum, file) => sum + file.bytes, size)
    return { version: manifest.version, savedAt: Math.round(mtimeMs), bytes }
  } catch {
    return null
  }
}
