import { type RenditionName, renditions } from '../media/rendition.ts'

/** Which renditions are made together, and hence of one decode of the source. */
const groups: ((name: RenditionName) => boolean)[] = [
  (name) => !isBounded(name) && ['gif', 'jpeg', 'webp'].includes(renditions[name].codec),
  (name) => isBounded(name) || renditions[name].codec === 'h264',
  (name) => !isBounded(name) && renditions[name].codec === 'vp9',
]

/**
 * Splits renditions into the groups they are made in: those that apps ask for most, and that cost least, first. None is
 * empty.
 */
export function derivationGroups(names: readonly RenditionName[]): RenditionName[][] {
  return groups.map((isIn) => names.filter(isIn)).filter((group) => group.length > 0)
}

/** Whether it may have to be encoded several times until it is small enough. */
function isBounded(name: RenditionName): boolean {
  return renditions[name].maxBytes !== null
}
