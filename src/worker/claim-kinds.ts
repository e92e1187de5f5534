import type { Claim } from '../creation/task.ts'

type Kind = Claim['kind']

/** The classes that a worker claims by default. */
export const everything: readonly Kind[] = [
  'creation',
  'preparation',
  'preview',
  'measurement',
  'import',
  'derivation',
]

/** The classes that yield to creations. */
export const yielding: readonly Kind[] = ['preview', 'measurement', 'import', 'derivation']

/** Returns true if the task makes a GIF. */
export function isOfGif(kind: Kind): boolean {
  return kind === 'creation' || kind === 'import'
}

/** The work of a task, for the log. */
export function workOf(kind: Kind): string {
  if (kind === 'derivation') return 'deriving renditions'
  if (kind === 'measurement') return 'measuring a GIF'
  return isOfGif(kind) ? 'making a GIF' : 'preparing a source'
}
