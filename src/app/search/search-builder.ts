import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { IndexBuilder } from '../../adapters/search/keeper-deps.ts'
import { parseSynonyms, type SynonymGroup } from '../../search/text/synonyms.ts'
import type { BuildMessage, SearchDatabase } from './search-worker.ts'

/** Builds the search index of a database in its own thread; one build at a time. */
export function searchBuilder(database: SearchDatabase): IndexBuilder {
  let worker: Worker | undefined
  return {
    build(onProgress) {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<IndexBuilder['build']>>>()
      worker = new Worker(new URL('search-worker.ts', import.meta.url), {
        name: 'search',
        // Not passed by arguments or environment, which other programs on the machine can read: it may contain a
        // password.
        workerData: database,
      })
      worker.on('message', (message: BuildMessage) => {
        if (message.kind === 'progress') onProgress(message.done, message.of)
        else resolve({ index: message.index, position: message.position })
      })
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('the thread that builds the search index ended')))
      return promise
    },
    async close() {
      await worker?.terminate()
    },
  }
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
