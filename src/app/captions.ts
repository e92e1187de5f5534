import type { DemoGif } from '../adapters/db/shared/catalogue/demo-gifs.ts'
import type { Category } from '../catalogue/category.ts'
import { markNsfw, maxUses } from '../catalogue/gif.ts'
import { checkTags, checkTitle } from '../catalogue/title-and-tags.ts'
import { AppError } from '../lib/app-error.ts'
import { parseJsonLine, readLines } from '../lib/text/json-lines.ts'
import { maxTagLength, maxTags } from '../options/rules/title-and-tags.ts'

/** The category of lines without one, if the catalogue has it. */
const defaultCategory = 'other'

const exampleLine = '{"title": "A cat", "tags": ["cat"]}'

/**
 * Reads GIFs from JSON lines, at most `batch` at a time: `title`, `tags` and optionally `category` (a code or a name),
 * `nsfw` and `uses`. Ignores other keys and empty lines. At the first malformed line, yields the GIFs before it and
 * then throws a sentence with its line number.
 */
export async function* readCaptions(
  chunks: AsyncIterable<Buffer>,
  categories: readonly Category[],
  batch: number,
): AsyncGenerator<DemoGif[]> {
  const parse = captionParser(categories)
  let gifs: DemoGif[] = []
  let number = 0
  for await (const line of readLines(chunks)) {
    number++
    try {
      const gif = parse(line)
      if (gif !== null) gifs.push(gif)
    } catch (error) {
      if (gifs.length > 0) yield gifs
      throw new Error(`Line ${number}: ${error instanceof Error ? error.message : ''}`, { cause: error })
    }
    if (gifs.length < batch) continue
    yield gifs
    gifs = []
  }
  if (gifs.length > 0) yield gifs
}

/** Returns a function that parses a line; null for an empty one. It throws a sentence with the expected format. */
function captionParser(categories: readonly Category[]): (line: Buffer) => DemoGif | null {
  const byName = new Map(categories.map(({ id, name }) => [name.toLowerCase(), id]))
  const byCode = new Map(categories.map(({ id, code }) => [code, id]))
  const categoryIdOf = (category: unknown): number => {
    if (category === undefined || category === null)
      return byCode.get(defaultCategory) ?? categories.at(-1)?.id ?? 0
    if (typeof category !== 'string')
      throw new Error('`category` must be the code or the name of a category.')
    const id = byCode.get(category) ?? byName.get(category.toLowerCase())
    if (id !== undefined) return id
    throw new Error(
      `there is no category ${JSON.stringify(category.slice(0, maxTagLength))}; see gifwright category list.`,
    )
  }
  return (line) => {
    const value = parseJsonLine(line, exampleLine)
    if (value === null) return null
    return {
      title: titleOf(value.title),
      tags: tagsOf(value.tags),
      categoryId: categoryIdOf(value.category),
      rating: markNsfw(nsfwOf(value.nsfw)),
      uses: usesOf(value.uses),
    }
  }
}

function titleOf(title: unknown): string {
  return checkTitle(typeof title === 'string' ? title : '')
}

function tagsOf(tags: unknown): string[] {
  try {
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return checkTags(tags)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  throw new Error(
    `\`tags\` must be a list of at most ${maxTags} strings of at most ${maxTagLength} characters each.`,
  )
}

function nsfwOf(nsfw: unknown = false): boolean {
  if (nsfw === true || nsfw === 1) return true
  if (nsfw === false || nsfw === 0 || nsfw === null) return false
  throw new Error('`nsfw` must be true or false.')
}

function usesOf(uses: unknown): number {
  if (uses === undefined || uses === null) return 0
  if (typeof uses === 'number' && Number.isInteger(uses) && uses >= 0 && uses <= maxUses) return uses
  throw new Error(`\`uses\` must be a whole number from 0 to ${maxUses}.`)
}
