import Type from 'typebox'
import type { CompatServer } from '../compat/compat-deps.ts'
import { listEnvelope } from './envelope.ts'
import { readRoute } from './route.ts'
import { pageValues, readOffsetPage } from './values.ts'

/**
 * The features that do not exist here: channels (accounts have no public names), animated text, emoji and videos with
 * sound.
 */
const emptyLists = [
  '/channels/search',
  ...['/text/animate', '/text/search', '/text/trending'],
  ...['/videos/search', '/videos/trending', '/videos/related'],
  '/emoji',
]

const values = Type.Object(pageValues())

/** Answers with an empty list, because the interface's libraries request these anyway. */
export function emptyListRoute(app: CompatServer, path: string): void {
  app.get(path, readRoute(values), async (request) => {
    return listEnvelope([], { total: 0, offset: readOffsetPage(request.query).start, responseId: request.id })
  })
}

/** The lists under /v1 that are always empty. */
export function emptyListRoutes(app: CompatServer): void {
  for (const path of emptyLists) emptyListRoute(app, path)
}
