import type { Visibility } from '../gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'

/** The limits of one account. */
export type CollectionLimits = {
  maxFavorites: number
  maxCollections: number
  maxGifsInCollection: number
}

/** The most characters of the name of a collection. */
export const maxNameLength = 100

/** The most characters of the description of a collection. */
export const maxDescriptionLength = 500

/**
 * GIFs that an account put together, in its order. Public: everyone, and search engines may list it. Unlisted: everyone
 * who has the address. Private: its owner.
 */
export type Collection = {
  id: number
  code: string
  name: string
  /** Null when it has none. */
  description: string | null
  visibility: Visibility
  /** By the operator, until it is shown again: only its owner and operators see it. */
  hidden: boolean
  ownerId: number
  createdAt: number
  /** When it, or which GIFs it has, was changed last. */
  updatedAt: number
}

/** The properties that the owner chooses. */
export type CollectionValues = Pick<Collection, 'name' | 'description' | 'visibility'>

/** Returns true if the page opens for everyone who has the address. */
export function isOpenCollection({ visibility, hidden }: Collection): boolean {
  return visibility !== 'private' && !hidden
}

/** Longer text is not read. */
const rawFactor = 10

/** A name as it is kept: trimmed. Throws AppError invalid_value unless 1 to 100 characters are left. */
export function checkName(name: string): string {
  const trimmed = name.length > rawFactor * maxNameLength ? '' : cleanLine(name)
  const length = [...trimmed].length
  if (length < 1 || length > maxNameLength) {
    throw new AppError(
      'invalid_value',
      { detail: 'collectionNameLength', max: maxNameLength },
      { field: 'name' },
    )
  }
  return trimmed
}

/**
 * A description as it is kept: trimmed, null when nothing is left. Throws AppError invalid_value for more than 500
 * characters.
 */
export function checkDescription(description: string): string | null {
  const trimmed = description.length > rawFactor * maxDescriptionLength ? null : cleanLine(description)
  if (trimmed === null || [...trimmed].length > maxDescriptionLength) {
    throw new AppError(
      'invalid_value',
      { detail: 'descriptionLength', max: maxDescriptionLength },
      { field: 'description' },
    )
  }
  return trimmed === '' ? null : trimmed
}
