import type { Claim } from '../creation/task.ts'

type Kind = Claim['kind']

/** What a worker claims unless it says otherwise. */
export const everything: readonly Kind[] = ['creation', 'preparation', 'preview', 'import', 'derivation']

/** What makes room for a creation. */
export const yielding: readonly Kind[] = ['preview', 'import', 'derivation']

/** Whether a GIF comes of it. */
export function isOfGif(kind: Kind): boolean {
  return kind === 'creation' || kind === 'import'
}

/** What is done for a task, for the log. */
export function workOf(kind: Kind): string {
  if (kind === 'derivation') return 'deriving renditions'
  return isOfGif(kind) ? 'making a GIF' : 'preparing a source'
}
