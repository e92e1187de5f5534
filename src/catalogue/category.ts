export type Category = { id: number; code: string; name: string }

/** A name as a code: lower-case letters, digits and hyphens. */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/**
 * The category of a GIF for which none was chosen: the one with this code, or else the first; null without categories.
 */
export function defaultCategory(categories: readonly Category[], code: string): Category | null {
  return categories.find((category) => category.code === code) ?? categories[0] ?? null
}
