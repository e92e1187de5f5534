import type { Apps } from '../../accounts/apps/apps.ts'
import type { Surface } from '../surface.ts'

/** The surface, with searches and errors counted for the apps whose keys the requests carry. */
export function countAppUse(surface: Surface, apps: Apps): Surface {
  return {
    ...surface,
    routes: (scope) => {
      scope.addHook('onResponse', ({ viewer, route }, { statusCode }, done) => {
        // A request that was refused early has no viewer.
        const app = (viewer as typeof viewer | undefined)?.app
        if (app !== undefined && statusCode >= 400) apps.countUse(app, 'errors')
        else if (app !== undefined && route.config.rate === 'search') apps.countUse(app, 'searches')
        done()
      })
      return surface.routes(scope)
    },
  }
}
