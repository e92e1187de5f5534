import type { FastifyInstance } from 'fastify'
import type { Site } from '../site.ts'
import { collectRoutes } from './collect-routes.ts'
import { ownCollectionRoutes } from './own-collection-routes.ts'
import { favoriteRoutes } from './favorite-routes.ts'
import { collectionReportRoutes } from './report-routes.ts'
import { collectionShareRoutes } from './share-routes.ts'

/** The pages of favorites and collections. */
export function collectionsRoutes(scope: FastifyInstance, site: Site): void {
  favoriteRoutes(scope, site)
  collectRoutes(scope, site)
  ownCollectionRoutes(scope, site)
  collectionShareRoutes(scope, site)
  collectionReportRoutes(scope, site)
}
