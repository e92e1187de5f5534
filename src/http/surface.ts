import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '../accounts/account.ts'
import type { AppError } from '../lib/app-error.ts'

/**
 * One interface to the use cases: the contract's API, the site, the media files. Everything that the plugins do
 * differently for a surface is in this value, so that a new surface is a folder with its routes and one such value.
 */
export type Surface = {
  /**
   * `/api`: the surface has all addresses below it. '' has those of no other surface and answers unknown ones itself;
   * null has only its own routes.
   */
  prefix: string | null
  /** The HTTP methods of its addresses; each address accepts some of them. */
  methods: readonly string[]
  /** Null if every client gets the same response: requests are neither identified nor counted. */
  authentication: Authentication | null
  presentError: PresentError
  /** Lenient: a number beyond its limits is clamped, and an invalid optional value is ignored. */
  leniency: Leniency
  routes: (scope: FastifyInstance) => void | Promise<void>
}

export type Authentication = {
  /** The value of WWW-Authenticate with 401; null if HTTP has no scheme for the credential. */
  challenge: string | null
  /** The credential of a request, or null. Throws AppError unauthorized if it is malformed. */
  credentialOf(request: FastifyRequest): string | null
  /** The viewer of a credential; undefined if it is invalid. */
  viewerOf(credential: string): Viewer | undefined | Promise<Viewer | undefined>
  /** True if every credential is accepted, so that there is nothing to guess. */
  acceptsAny?: boolean
}

export type Leniency = 'strict' | 'lenient'

/** `config` is that of the route; missing for a request without a route. */
export type ErrorContext = { status: number; config?: FastifyContextConfig }
export type PresentedError = { status: number; headers?: Record<string, string>; body: unknown }
export type PresentError = (error: AppError, context: ErrorContext) => PresentedError

declare module 'fastify' {
  interface FastifyContextConfig {
    surface?: Surface
  }
  interface FastifyRequest {
    surface: Surface
  }
}

export const readOnly = ['GET', 'HEAD', 'OPTIONS'] as const
export const readAndSend = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const

/** The surface of an address without a route: the one with its longest prefix. */
export function surfaceOf(surfaces: readonly Surface[], url: string): Surface {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const [surface] = surfaces
    .filter(
      ({ prefix }) => prefix !== null && (prefix === '' || path === prefix || path.startsWith(`${prefix}/`)),
    )
    .toSorted((a, b) => (b.prefix?.length ?? 0) - (a.prefix?.length ?? 0))
  if (surface === undefined) throw new Error('no surface has the prefix that all addresses begin with')
  return surface
}
