import type { TSchema } from 'typebox'

/** The vendor documents the calls of this interface; they are not in our OpenAPI document. */
const hidden = { hide: true }

/** A call that reads data. */
export const plainRoute = { config: { rate: 'read' as const }, schema: hidden }

/** A call that reads data, with the values of its query. */
export function readRoute<T extends TSchema>(values: T) {
  return { config: { rate: 'read' as const }, schema: { ...hidden, querystring: values } }
}

/** A call that searches, with the values of its query. */
export function searchRoute<T extends TSchema>(values: T) {
  return { config: { rate: 'search' as const }, schema: { ...hidden, querystring: values } }
}
