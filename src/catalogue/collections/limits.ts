/** How much one account may keep. */
export type CollectionLimits = {
  maxFavorites: number
  maxCollections: number
  maxGifsInCollection: number
}

/** The most characters of the name of a collection. */
export const maxNameLength = 100

/** The most characters of the description of a collection. */
export const maxDescriptionLength = 500
