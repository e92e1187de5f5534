import type { Claim } from '../creation/task.ts'

type Kind = Claim['kind']

/** What a worker claims unless it says otherwise. */
export const everything: readonly Kind[] = [
  'creation',
  'preparation',
  'preview',
  'measurement',
  'import',
  'derivation',
]

/** What makes room for a creation. */
export const yielding: readonly Kind[] = ['preview', 'measurement', 'import', 'derivation']

/** Whether a GIF comes of it. */
export function isOfGif(kind: Kind): boolean {
  return kind === 'creation' || kind === 'import'
}

/** What is done for a task, for the log. */
export function workOf(kind: Kind): string {
  if (kind === 'derivation') return 'deriving renditions'
  if (kind === 'measurement') return 'measuring a GIF'
  return isOfGif(kind) ? 'making a GIF' : 'preparing a source'
}
