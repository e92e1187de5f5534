import { type ForwardIndex } from '../part/forward-index.ts'
import type { SearchQuery } from '../search-index.ts'
import type { Chunks } from './chunks.ts'
import { bestTier } from './document-scorer.ts'
import type { Stage } from './find-hits.ts'
import type { MergedHits } from './merged-hits.ts'
import { unmatched } from './query-words.ts'

export type Hit = { documents: ForwardIndex; doc: number }

export type Page = {
  ids: number[]
  /** The first hit of all, not only of the page. */
  first: Hit | null
}

/**
 * Takes a page of the hits in order, without those whose ids are in `exclude`, which is only for hits without text. The
 * scorer of the stage must have begun.
 */
export function* takePage(
  hits: MergedHits,
  stage: Stage,
  { start, limit, exclude = noIds }: Pick<SearchQuery, 'start' | 'limit' | 'exclude'>,
  chunks: Chunks,
): Generator<void, Page> {
  const ids: number[] = []
  let first: Hit | null = null
  let taken = 0
  let isAhead = false
  const end = start + limit
  const { rescoreWindow } = stage.tuning
  const isRescored = hits.isByRelevance && start < rescoreWindow && stage.words.length - stage.missing > 1
  if (isRescored) {
    const together: number[] = []
    const apart: number[] = []
    while (together.length + apart.length < rescoreWindow && together.length < end) {
      const step = hits.step()
      if (step === 'later') {
        yield* pause(stage, chunks)
        continue
      }
      if (step === 'end') break
      const { documents, doc } = hits
      if (documents === null) break
      first ??= { documents, doc }
      if (hits.tier !== bestTier) {
        isAhead = true
        break
      }
      const side = standTogether(documents, doc, stage) ? together : apart
      side.push(hits.id)
    }
    taken = together.length + apart.length
    ids.push(...[...together, ...apart].slice(start, end))
  }
  while (ids.length < limit) {
    if (!isAhead) {
      const step = hits.step()
      if (step === 'end') break
      if (step === 'later') {
        yield* pause(stage, chunks)
        continue
      }
      if (taken % 1024 === 1023) yield* pause(stage, chunks)
      if (exclude.has(hits.id)) continue
    }
    isAhead = false
    if (hits.documents !== null) first ??= { documents: hits.documents, doc: hits.doc }
    if (taken >= start) ids.push(hits.id)
    taken += 1
  }
  return { ids, first }
}

function* pause({ scorer }: Stage, chunks: Chunks): Generator<void, void> {
  if (!chunks.isDue()) return
  scorer.end()
  yield* chunks.pause()
  scorer.begin()
}

/** Returns true if the words that a document matches, all whole in the title, are adjacent and in order there. */
function standTogether(documents: ForwardIndex, doc: number, { words, missing, scorer }: Stage): boolean {
  if (missing > 0) scorer.score(documents, doc)
  const titleLength = readTitle(documents, doc)
  let length = 0
  for (let at = 0; at < words.length; at += 1) {
    if (missing > 0 && (scorer.best[at] ?? unmatched) === unmatched) continue
    for (const id of words[at]?.ids ?? noTerms) phrase[length++] = id
  }
  for (let from = 0; from + length <= titleLength; from += 1) {
    let same = 0
    while (same < length && title[from + same] === phrase[same]) same += 1
    if (same === length) return true
  }
  return false
}

const noIds: ReadonlySet<number> = new Set()
const noTerms: readonly number[] = []
/** Terms of the query and of a title; temporary. */
const phrase: number[] = []
const title: number[] = []

/** Decodes the terms of a title; returns their number. */
function readTitle({ tokens, tokenStarts }: ForwardIndex, doc: number): number {
  const end = tokenStarts[doc + 1] as number
  let count = 0
  for (let at = tokenStarts[doc] ?? 0; at < end;) {
    let byte = tokens[at++] as number
    let term = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = tokens[at++] as number
      term |= (byte & 0x7f) << shift
    }
    if (term === 0) break
    title[count++] = term - 1
  }
  return count
}
