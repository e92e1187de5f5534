import Type, { type Static } from 'typebox'
import { visibilities } from '../../catalogue/gif.ts'
import {
  type Collection,
  maxDescriptionLength,
  maxNameLength,
} from '../../catalogue/collections/collection.ts'
import { trimmedText } from '../../lib/text/text-lengths.ts'
import { done, findValues, gifWithCategory } from './schemas.ts'
import { oneOf } from '../../creation/values/option-schemas.ts'

const visibility = oneOf(
  visibilities,
  '`public`: everyone, and search engines may list it. `unlisted`: anyone who has the link. `private`: only its owner.',
)

export const collectionValues = {
  name: trimmedText(maxNameLength, { description: `1 to ${maxNameLength} characters.` }),
  description: Type.Optional(
    trimmedText(maxDescriptionLength, { description: `At most ${maxDescriptionLength} characters.` }),
  ),
  visibility: Type.Optional(visibility),
}

const record = Type.Object(
  {
    code: Type.String({ description: 'View the collection at {site_url}/c/{code}.' }),
    url: Type.String({ format: 'uri', description: 'Its page.' }),
    name: Type.String(),
    description: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    visibility,
    hidden: Type.Optional(
      Type.Boolean({ description: '`true` if the operator has hidden it: only its owner can see it.' }),
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Collection' },
)

export const collectionAnswer = Type.Object(
  { status: done, result: Type.Array(record) },
  { title: 'OneCollection', description: 'A list of one collection.' },
)

export const collectionsAnswer = Type.Object(
  {
    status: done,
    total: Type.Integer({ description: 'The number of the account’s collections.' }),
    result: Type.Array(
      Type.Object({
        ...record.properties,
        gifs: Type.Integer({ description: 'The number of its GIFs that you can see.' }),
      }),
    ),
  },
  { description: 'All collections of the account, last changed first.' },
)

const { start, limit, renditions } = findValues.properties

export const collectionQuery = Type.Object({ start, limit, renditions })

export const collectionGifsAnswer = Type.Object(
  {
    status: done,
    collection: record,
    total: Type.Integer({ description: 'The number of its GIFs that you can see.' }),
    result: Type.Array(gifWithCategory),
  },
  { description: 'A page of the collection’s GIFs, in order.' },
)

/** A collection in the format of the API. */
export function presentCollection(collection: Collection, siteUrl: string): Static<typeof record> {
  const { code, name, description, visibility, hidden, createdAt, updatedAt } = collection
  return {
    code,
    url: `${siteUrl}/c/${code}`,
    name,
    description,
    visibility,
    ...(hidden && { hidden: true }),
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  }
}
