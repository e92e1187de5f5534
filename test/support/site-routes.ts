import fastify from 'fastify'
import type { SiteDeps } from '#src/site/site.ts'
import { siteSurface } from '#src/site/site-routes.ts'
import { serveSurfaces } from './surfaces.ts'

export type SiteRoute = {
  method: string
  path: string
  /** The schema of the form that it takes; undefined where it takes none. */
  form: unknown
}

/** Every route of the site, as the routes themselves say; the files that pages load are left out. */
export async function collectSiteRoutes(): Promise<SiteRoute[]> {
  const found: SiteRoute[] = []
  const server = fastify()
  server.addHook('onRoute', ({ method, url, schema }) => {
    for (const one of [method].flat()) found.push({ method: one, path: url, form: schema?.body })
  })
  // No request comes: what the routes need only then may be missing.
  serveSurfaces(server, [siteSurface({ settings: {}, limits: {}, uploadLimits: {} } as SiteDeps)])
  await server.ready()
  await server.close()
  return found.filter(({ path }) => path !== '*' && !path.startsWith('/static/'))
}

/** The address of a route for one thing: its GIF, and everything else by one number. */
export function addressOf(
  { path }: SiteRoute,
  { code, id, task }: Record<'code' | 'id' | 'task', string>,
): string {
  return path
    .replace('/tasks/:id', `/tasks/${task}`)
    .replace(':code', code)
    .replace(':task', task)
    .replace(':id', id)
}
