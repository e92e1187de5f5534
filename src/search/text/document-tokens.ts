import { firstTokens } from './tokens.ts'

/** The most tokens that a title and a tag are found by: a long text in a script without spaces has more. */
export const maxTitleTokens = 200
export const maxTagTokens = 16

/** The tokens that a document is found by, in order; tags without any are left out. */
export function documentTokens({ title, tags }: { title: string; tags: readonly string[] }): {
  title: string[]
  tags: string[][]
} {
  return {
    title: firstTokens(title, maxTitleTokens),
    tags: tags.map((tag) => firstTokens(tag, maxTagTokens)).filter((tokens) => tokens.length > 0),
  }
}
