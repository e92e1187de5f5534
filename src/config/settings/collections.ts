import { integer } from '../setting.ts'

/** How much an account may keep of other people's GIFs. */
export const collectionSettings = {
  FAVOURITES_PER_ACCOUNT: integer(10_000, [1, 1_000_000], 'How many GIFs one account may have as favorites.'),
  COLLECTIONS_PER_ACCOUNT: integer(100, [1, 10_000], 'How many collections one account may have.'),
  GIFS_PER_COLLECTION: integer(500, [1, 10_000], 'How many GIFs one collection may have.'),
}
