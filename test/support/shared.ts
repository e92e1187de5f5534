import { after, before } from 'node:test'
import type { CleanUp } from './clean-up.ts'

/** A resource that the tests of a file share: started before the first of them, ended after the last. */
export function shareInFile<T>(start: (t: CleanUp) => Promise<T>): () => T {
  let shared: { value: T } | undefined
  const ends: (() => Promise<void>)[] = []
  before(async () => {
    shared = { value: await start({ after: (end) => void ends.push(end) }) }
  })
  after(async () => {
    for (const end of ends) await end()
  })
  return () => {
    if (shared === undefined) throw new Error('It is not started before the tests of its file')
    return shared.value
  }
}
