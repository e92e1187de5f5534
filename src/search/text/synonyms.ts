import { searchWords } from './tokens.ts'

/** Words that mean about the same, each a folded token. */
export type SynonymGroup = readonly string[]

/** The most groups that a file may have, and the most words of a group. */
export const maxSynonymGroups = 10_000
export const maxSynonyms = 64

/**
 * Reads a list of synonyms: each line has words that mean about the same, separated by commas; empty lines and comments
 * after # are ignored. Throws an Error that names the line if it has only one word, or an entry that is not a single
 * word.
 */
export function parseSynonyms(text: string): SynonymGroup[] {
  const groups: SynonymGroup[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const content = line.replace(/#.*/, '').trim()
    if (content === '') continue
    const fault = (message: string) => new Error(`Synonyms, line ${index + 1}: ${message}`)
    const words = content.split(',').map((part) => {
      const [word, ...more] = searchWords(part).flat()
      if (word === undefined) throw fault('there is nothing between two commas.')
      if (more.length > 0) throw fault(`"${part.trim()}" is more than one word.`)
      return word
    })
    const group = [...new Set(words)]
    if (group.length < 2) throw fault('a line needs two words or more, with commas between them.')
    if (group.length > maxSynonyms) throw fault(`a line has ${maxSynonyms} words at most.`)
    if (groups.push(group) > maxSynonymGroups) throw fault(`there are ${maxSynonymGroups} lines at most.`)
  }
  return groups
}
