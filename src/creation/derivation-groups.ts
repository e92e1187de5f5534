import { type RenditionName, renditions } from '../media/rendition.ts'

/**
 * Splits renditions into the groups that are made together, and hence of one decode of the source: WebM, which takes as
 * long as all others, comes last. None is empty.
 */
export function derivationGroups(names: readonly RenditionName[]): RenditionName[][] {
  const isWebm = (name: RenditionName) => renditions[name].codec === 'vp9'
  const groups = [names.filter((name) => !isWebm(name)), names.filter(isWebm)]
  return groups.filter((group) => group.length > 0)
}
