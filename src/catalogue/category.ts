export type Category = { id: number; code: string; name: string }

/** Converts a name to a code: lowercase letters, digits and hyphens. */
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
 * Returns the category of a GIF whose creator chose none: the one with this code, or else the first; null if there are
 * no categories.
 */
export function defaultCategory(categories: readonly Category[], code: string): Category | null {
  return categories.find((category) => category.code === code) ?? categories[0] ?? null
}
