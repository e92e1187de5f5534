import fastify from 'fastify'
import { defaultLayerLimits } from '#src/layers/layer-limits.ts'
import type { Surface } from '#src/http/surface.ts'
import type { SiteDeps } from '#src/site/site.ts'
import { siteSurface } from '#src/site/site-routes.ts'
import { serveSurfaces } from '../http/surfaces.ts'

export type SurfaceRoute = {
  method: string
  path: string
  /** The schema of the query; undefined without one. */
  query: unknown
  /** The schema of the form; undefined without one. */
  form: unknown
}

/** The addresses of the site that answer GET with something other than a page, or redirect to one. */
export const noPages = [
  '/feed.atom',
  '/random',
  '/search/suggestions',
  '/oembed',
  '/services/oembed',
  '/gifs/:slug',
  '/c/:code/feed.atom',
  '/create/sources/:id',
  '/create/sources/:id/video',
  '/create/sources/:id/pictures/:name',
  '/create/sources/:id/keep',
  '/create/sources/:id/size/:measurement',
  '/create/watermark.png',
  '/tools/:code/gif',
  '/:code/frames.zip',
  '/.well-known/change-password',
  '/settings/export',
  '/picker.js',
  '/manifest.webmanifest',
  '/share-worker.js',
  '/favicon.svg',
  '/robots.txt',
  '/.well-known/security.txt',
  '/admin/notices/export',
]

/** Every route of the site, as declared by the routes; the files that pages load are left out. */
export async function collectSiteRoutes(): Promise<SurfaceRoute[]> {
  // No request arrives: dependencies needed only by requests may be missing.
  const routes = await collectRoutes([
    siteSurface({
      settings: {},
      limits: { layers: defaultLayerLimits },
      uploadLimits: { layers: defaultLayerLimits },
      dropLimits: {},
    } as SiteDeps),
  ])
  return routes.filter(({ path }) => !path.startsWith('/static/'))
}

/** Every route of these surfaces, except those for all other addresses. */
export async function collectRoutes(surfaces: readonly Surface[]): Promise<SurfaceRoute[]> {
  const found: SurfaceRoute[] = []
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  server.addHook('onRoute', ({ method, url, schema }) => {
    const values = { query: schema?.querystring, form: schema?.body }
    for (const one of [method].flat()) found.push({ method: one, path: url, ...values })
  })
  serveSurfaces(server, surfaces)
  await server.ready()
  await server.close()
  return found.filter(({ path }) => path !== '*')
}

/** The address of a route for one object: its GIF, and everything else by one number. */
export function addressOf(
  { path }: SurfaceRoute,
  { code, id, task }: Record<'code' | 'id' | 'task', string>,
): string {
  return path
    .replace('/tasks/:id', `/tasks/${task}`)
    .replace(':code', code)
    .replace(':task', task)
    .replace(':id', id)
}
