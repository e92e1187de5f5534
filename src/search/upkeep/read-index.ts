import { bitmapWords, Part } from '../part/part.ts'
import { hasBit } from '../part/forward-index.ts'
import { countFrequencies, createEmptyIndex, type IndexImage } from './index-image.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { idLimitOf } from '../vocabulary/fold-vocabulary.ts'
import { type ArrayRecord, readArrays } from './stored-file.ts'

/** An index as its files store it, or the reason there is no usable one, so that it must be rebuilt. */
export type StoredIndex = { index: IndexImage; epoch: string; version: number } | { reason: string }

/**
 * Reads the index of a folder into shared memory; takes about 0.3 s for 1 M documents, so call it in a worker. Never
 * throws. It has all changes up to `version`, and maybe some later ones: apply all changes from there on.
 */
export function readIndex(folder: string): StoredIndex {
  for (let left = maxReplacements; ; left -= 1) {
    const stored = tryToRead(folder)
    if (!('wasReplaced' in stored)) return stored
    if (!stored.wasReplaced || left === 0) return { reason: stored.reason }
  }
}

/** The number of times that another process may save its index while this one reads the last one. */
const maxReplacements = 3

function tryToRead(folder: string): StoredIndex | { reason: string; wasReplaced: boolean } {
  let manifest: Manifest | undefined
  try {
    manifest = readManifest(folder)
    const { epoch, version, parts: partFiles, vocabulary, state: stateFile } = manifest
    const empty = createEmptyIndex()
    const state = readArrays(folder, stateFile)
    const parts = partFiles.map((file, index) => readPart(readArrays(folder, file), state[`dead${index}`]))
    const base = checkFormat(readArrays(folder, vocabulary), empty.vocabulary.base)
    const completions = checkFormat(readArrays(folder, manifest.completions), empty.completions)
    const text = Buffer.from(state.added ?? []).toString()
    const added = text === '' ? [] : text.split('\n')
    const addedIds = Uint32Array.from(state.addedIds ?? [])
    if (addedIds.length !== added.length) throw new Error('the ids are not those of the terms')
    const terms = idLimitOf({ base, addedIds })
    if (parts.some((part) => (part.terms.at(-1) ?? -1) >= terms))
      throw new Error('the vocabulary lacks terms')
    const images = parts.map(({ memory, state }, index) => ({
      memory,
      state,
      file: partFiles[index] ?? null,
    }))
    const frequencies = countFrequencies(parts, terms)
    const index = {
      parts: images,
      vocabulary: { base, added, addedIds, frequencies, kept: new Uint32Array(0) },
      vocabularyFile: vocabulary,
      completions,
      budget: {
        day: state.budgetDay?.[0] ?? 0,
        used: Uint32Array.from(state.budgetUsed ?? []),
        deferred: Uint32Array.from(state.deferred ?? []),
      },
    }
    return { index, epoch, version }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reason, wasReplaced: manifest !== undefined && isReplaced(folder, manifest) }
  }
}

function isReplaced(folder: string, { state }: Manifest): boolean {
  try {
    return readManifest(folder).state.name !== state.name
  } catch {
    return false
  }
}

function readPart({ part: bytes }: ArrayRecord, dead?: ArrayRecord[string]): Part {
  const memory = bytes?.buffer
  if (!(memory instanceof SharedArrayBuffer)) throw new Error('a part is missing')
  const part = new Part(memory)
  if (dead === undefined) return part
  if (!(dead instanceof Uint32Array && dead.length === bitmapWords(part.size)))
    throw new Error('the dead documents are not those of the parts')
  for (let doc = 0; doc < part.size; doc += 1) if (hasBit(dead, doc)) part.kill(doc)
  return part
}

/** Returns the arrays if they include those of an empty image, with the same types; otherwise throws. */
function checkFormat<Image extends ArrayRecord>(arrays: ArrayRecord, empty: Image): Image {
  for (const [name, { constructor }] of Object.entries(empty))
    if (arrays[name]?.constructor !== constructor) throw new Error(`the array ${name} is missing`)
  return arrays as Image
}
