import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { StoredFile } from './stored-file.ts'

/** Raised whenever the files, or the rules for tokens and stems, change: indexes of another format are rebuilt. */
const indexFormat = 3

export const manifestName = 'manifest.json'

/** The description of an index's files. */
export type Manifest = {
  /** Epoch and version of the change log: the index has all changes up to there, and maybe some later ones. */
  epoch: string
  version: number
  parts: StoredFile[]
  vocabulary: StoredFile
  completions: StoredFile
  /** The terms missing from the vocabulary's file, the dead documents of the parts, and the budget of new words. */
  state: StoredFile
}

/** Replaces the manifest atomically and durably, so that it survives a power cut. Throws the system's error. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const path = join(folder, manifestName)
  const text = sign(manifest)
  // The files that the manifest names must be stored before it.
  flushFolder(folder)
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  flushFolder(folder)
}

/** Reads the manifest of a folder. Throws the system's error, or one that describes the fault. */
export function readManifest(folder: string): Manifest {
  return parseManifest(readFileSync(join(folder, manifestName), 'utf8'))
}

/** Parses the text of a manifest. Throws an error that describes the fault. */
export function parseManifest(text: string): Manifest {
  const { format, unicode, checksum: _, ...manifest } = parse(text)
  if (format !== indexFormat) throw new Error(`the index has format ${String(format)}, not ${indexFormat}`)
  if (unicode !== process.versions.unicode)
    throw new Error('the index was made with another version of Unicode')
  if (sign(manifest) !== text) throw new Error('the manifest is damaged')
  return manifest
}

/** Returns the files that a manifest names. */
export function filesIn({ parts, vocabulary, completions, state }: Manifest): StoredFile[] {
  return [...parts, vocabulary, completions, state]
}

/** Returns the names of all files of an index. */
export function namesIn(manifest: Manifest): Set<string> {
  return new Set([manifestName, ...filesIn(manifest).map(({ name }) => name)])
}

type SignedManifest = Manifest & { format: number; unicode: string | undefined; checksum: number }

function parse(text: string): SignedManifest {
  try {
    return JSON.parse(text) as SignedManifest
  } catch (cause) {
    throw new Error('the manifest is damaged', { cause })
  }
}

function sign({ epoch, version, parts, vocabulary, completions, state }: Manifest): string {
  const { unicode } = process.versions
  const signed = { format: indexFormat, unicode, epoch, version, parts, vocabulary, completions, state }
  return JSON.stringify({ ...signed, checksum: crc32(JSON.stringify(signed)) })
}

function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
