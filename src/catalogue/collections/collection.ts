import type { Visibility } from '../gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'

/** The limits of one account. */
export type CollectionLimits = {
  maxFavorites: number
  maxCollections: number
  maxGifsInCollection: number
}

/** The maximum characters of a collection's name. */
export const maxNameLength = 100

/** The maximum characters of a collection's description. */
export const maxDescriptionLength = 500

/**
 * GIFs that an account put together, in its order. Public: visible to everyone, and search engines may list it.
 * Unlisted: visible to everyone who has the address. Private: visible to its owner.
 */
export type Collection = {
  id: number
  code: string
  name: string
  /** Null if it has none. */
  description: string | null
  visibility: Visibility
  /** Set by the operator: only its owner and operators see it until it is shown again. */
  hidden: boolean
  ownerId: number
  createdAt: number
  /** The time of the last change of the collection or its list of GIFs. */
  updatedAt: number
}

/** The properties that the owner chooses. */
export type CollectionValues = Pick<Collection, 'name' | 'description' | 'visibility'>

/** Returns true if the page opens for everyone who has the address. */
export function isOpenCollection({ visibility, hidden }: Collection): boolean {
  return visibility !== 'private' && !hidden
}

/** Text longer than this many times the maximum is not read. */
const rawFactor = 10

/** Returns the stored form of a name: trimmed. Throws AppError invalid_value unless it has 1 to 100 characters. */
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
 * Returns the stored form of a description: trimmed, or null if it is empty. Throws AppError invalid_value for more
 * than 500 characters.
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
