import type { Category } from './category.ts'

/** The category of a GIF for which none was chosen: the one with this code, or else the first; null where there is none. */
export function defaultCategory(categories: readonly Category[], code: string): Category | null {
  return categories.find((category) => category.code === code) ?? categories[0] ?? null
}
