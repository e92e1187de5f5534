import { titleOfFileName } from '../../catalogue/title-and-tags.ts'
import { maxTagLength, maxTags, splitTags } from '../../options/rules/title-and-tags.ts'
import type { ImportDetails } from './import-item.ts'

/** What the folders of a file become: a tag each; the first its category and the others tags; or nothing. */
export const folderRules = ['tags', 'categories', 'none'] as const
export type FolderRule = (typeof folderRules)[number]

/** What the path of a file within its source says of it: a title, and what its folders are by the rule. */
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

/** Cut to fit: nobody chose the names of folders as tags. */
function tagsOf(folders: string[]): string[] {
  const tags = splitTags(folders.map(inWords).join(','))
  return tags.slice(0, maxTags).map((tag) => [...tag].slice(0, maxTagLength).join(''))
}

function inWords(name: string): string {
  return name.replace(/[-_+\s]+/g, ' ').trim()
}
