import { titleOfFileName } from '../../catalogue/title-and-tags.ts'
import { maxTagLength, maxTags, splitTags } from '../../options/rules/title-and-tags.ts'
import type { ImportDetails } from './import-item.ts'

/** Uses of a file's folders: a tag each; the first as category and the others as tags; or nothing. */
export const folderRules = ['tags', 'categories', 'none'] as const
export type FolderRule = (typeof folderRules)[number]

/**
 * Returns the details in the path of a file within its source: a title, and category and tags by the rule for folders.
 */
export function detailsOfPath(path: string, rule: FolderRule): ImportDetails {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const title = titleOfFileName(file)
  const details: ImportDetails = title === null ? {} : { title }
  if (rule === 'categories') {
    const category = folders.shift()
    if (category !== undefined) details.category = category
  }
  if (rule !== 'none' && folders.length > 0) details.tags = tagsOf(folders)
  return details
}

/** Cuts the tags to fit, since folders were not named to be tags. */
function tagsOf(folders: string[]): string[] {
  const tags = splitTags(folders.map(inWords).join(','))
  return tags.slice(0, maxTags).map((tag) => [...tag].slice(0, maxTagLength).join(''))
}

function inWords(name: string): string {
  return name.replace(/[-_+\s]+/g, ' ').trim()
}
