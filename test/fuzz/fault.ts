import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A broken promise, found by a fuzz run. */
export class Fault extends Error {}

/** Throws a Fault unless `holds`. */
export function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Fault(what)
}

/** The cause: enough to reproduce it, and readable by a person. */
export type Evidence = {
  kind: string
  /** The data with which fast-check reproduces it. */
  seed: number
  path: string
  fault: string
  /** The request, as JSON. */
  asked: unknown
  files: Buffer[]
}

/** Stores the evidence in a folder of its own below `parent`; returns the folder. */
export async function saveEvidence(parent: string, { files, ...about }: Evidence): Promise<string> {
  const text = `${JSON.stringify(about, null, 2)}\n`
  const name = createHash('sha256').update(text).digest('hex').slice(0, 10)
  const folder = join(parent, `${about.kind}-${name}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'replay.json'), text)
  for (const [index, file] of files.entries()) await writeFile(join(folder, `file-${index}`), file)
  return folder
}
