import { randomId } from '../lib/ids.ts'
import { publicPrefix } from './rendition.ts'

const mediaIdLength = 20

/** A new media id, of letters and digits but for the prefix of public ones. */
export function newMediaId(kind: 'public' | 'closed'): string {
  const id = randomId(mediaIdLength)
  return kind === 'public' ? publicPrefix + id : id
}
