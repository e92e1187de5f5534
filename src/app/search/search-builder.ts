import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { IndexBuilder } from '../../adapters/search/index-builder.ts'
import { parseSynonyms, type SynonymGroup } from '../../search/text/synonyms.ts'
import type { SearchDatabase } from './search-worker.ts'

/** Builds the search index of a database. */
export function searchBuilder(database: SearchDatabase): IndexBuilder {
  return new IndexBuilder(
    () =>
      new Worker(new URL('search-worker.ts', import.meta.url), {
        name: 'search',
        // Not passed by arguments or environment, which other programs on the machine can read: it may contain a
        // password.
        workerData: database,
      }),
  )
}

/** The synonyms in the operator's file; null if there is no file. Throws a sentence. */
export async function readSynonyms(file: string | null): Promise<SynonymGroup[]> {
  if (file === null) return []
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`SYNONYMS_FILE ${file} cannot be read.`, { cause })
  })
  try {
    return parseSynonyms(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`SYNONYMS_FILE ${file} cannot be used. ${why}`, { cause })
  }
}
