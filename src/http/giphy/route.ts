import type { TSchema } from 'typebox'

/** The calls of this interface are described by its vendor, and not in our OpenAPI document. */
const hidden = { hide: true }

/** A call that reads what is there. */
export const plainRoute = { config: { rate: 'read' as const }, schema: hidden }

/** A call that reads what is there, with the values of its query. */
export function readRoute<T extends TSchema>(values: T) {
  return { config: { rate: 'read' as const }, schema: { ...hidden, querystring: values } }
}

/** A call that searches, with the values of its query. */
export function searchRoute<T extends TSchema>(values: T) {
  return { config: { rate: 'search' as const }, schema: { ...hidden, querystring: values } }
}
