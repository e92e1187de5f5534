import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolderMode } from '../../lib/disk/folders.ts'
import type { CompletionImage } from '../vocabulary/completion-image.ts'
import { type CompletionsSnapshot, foldCompletions } from '../vocabulary/completions.ts'
import type { IndexImage } from './index-image.ts'
import { namesIn, readManifest, writeManifest } from './manifest.ts'
import { type ArrayRecord, type StoredFile, writeArrays } from './stored-file.ts'

export type SavePlan = {
  folder: string
  /** Epoch and version of the change log; the index has all changes up to there. */
  epoch: string
  version: number
  index: Omit<IndexImage, 'completions'>
  completions: CompletionsSnapshot
}

export type SavedFiles = {
  /** In the order of the plan's parts. */
  parts: StoredFile[]
  vocabulary: StoredFile
  /** The completions as saved. */
  completions: CompletionImage
}

/**
 * Writes an index to a folder, which is created if missing: first new files, then a manifest that names all, then it
 * deletes the other files. If it is killed at any moment, either the last index or this one remains. Throws the
 * system's error after deleting what it wrote: a full disk has no room for half an index.
 */
export function saveIndex(plan: SavePlan): SavedFiles {
  const { folder } = plan
  mkdirSync(folder, { recursive: true, mode: privateFolderMode })
  const before = new Set(readdirSync(folder))
  try {
    return writeIndex(plan)
  } catch (error) {
    removeWritten(folder, before)
    throw error
  }
}

/** Removes the files added since, except those that the manifest names, in case it has been replaced already. */
function removeWritten(folder: string, before: ReadonlySet<string>): void {
  let named = new Set<string>()
  try {
    named = namesIn(readManifest(folder))
  } catch {
    // There is no usable index.
  }
  try {
    removeOthers(folder, before.union(named))
  } catch {
    // The next save removes it.
  }
}

function writeIndex({ folder, epoch, version, index, completions }: SavePlan): SavedFiles {
  const keep = (file: StoredFile | null, write: () => StoredFile) =>
    file !== null && isThere(folder, file) ? file : write()
  const parts = index.parts.map(({ memory, file }) =>
    keep(file, () => writeArrays(folder, 'part', { part: new Uint8Array(memory) })),
  )
  const vocabulary = keep(index.vocabularyFile, () =>
    writeArrays(folder, 'vocabulary', index.vocabulary.base),
  )
  const folded = foldCompletions(completions)
  const manifest = {
    epoch,
    version,
    parts,
    vocabulary,
    completions: writeArrays(folder, 'completions', folded),
    state: writeArrays(folder, 'state', stateOf(index)),
  }
  writeManifest(folder, manifest)
  removeOthers(folder, namesIn(manifest))
  return { parts, vocabulary, completions: folded }
}

function isThere(folder: string, { name, bytes }: StoredFile): boolean {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes
}

function stateOf({ parts, vocabulary, budget }: SavePlan['index']): ArrayRecord {
  const state: ArrayRecord = {
    added: Buffer.from(vocabulary.added.join('\n')),
    addedIds: vocabulary.addedIds,
    budgetDay: Uint32Array.of(budget.day),
    budgetUsed: budget.used,
    deferred: budget.deferred,
  }
  for (const [index, part] of parts.entries())
    if (part.state !== null) state[`dead${index}`] = part.state.dead
  return state
}

function removeOthers(folder: string, names: ReadonlySet<string>): void {
  for (const name of readdirSync(folder))
    if (!names.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
}
