import type { FastifyInstance } from 'fastify'
import type { Site } from '../site.ts'
import { collectRoutes } from './collect-routes.ts'
import { collectionRoutes } from './collection-routes.ts'
import { favouriteRoutes } from './favourite-routes.ts'
import { collectionShareRoutes } from './share-routes.ts'

/** Favourites and collections. */
export function collectionsRoutes(scope: FastifyInstance, site: Site): void {
  favouriteRoutes(scope, site)
  collectRoutes(scope, site)
  collectionRoutes(scope, site)
  collectionShareRoutes(scope, site)
}
