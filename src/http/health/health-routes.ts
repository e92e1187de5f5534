import type { FastifyInstance, FastifyReply } from 'fastify'
import { presentContractError } from '../plugins/errors.ts'
import { readAndSend, type Surface } from '../surface.ts'
import {
  answerHealth,
  answerReadiness,
  answerWhole,
  type HealthAnswer,
  type HealthDeps,
} from './health-answers.ts'

const route = {
  method: ['GET', 'HEAD'],
  schema: { hide: true },
}

/**
 * GET /healthz, /readyz and /readyz/whole. They have no rate limit and need no token, so that they answer even if
 * everything else is broken.
 */
export function healthSurface(deps: HealthDeps): Surface {
  return {
    prefix: null,
    methods: readAndSend,
    authentication: null,
    presentError: presentContractError,
    leniency: 'strict',
    routes: (scope) => healthRoutes(scope, deps),
  }
}

function healthRoutes(scope: FastifyInstance, deps: HealthDeps): void {
  scope.route({ ...route, url: '/healthz', handler: (_request, reply) => send(reply, answerHealth()) })
  scope.route({
    ...route,
    url: '/readyz',
    handler: async (_request, reply) => send(reply, await answerReadiness(deps)),
  })
  scope.route({
    ...route,
    url: '/readyz/whole',
    handler: async (_request, reply) => send(reply, await answerWhole(deps)),
  })
}

function send(reply: FastifyReply, { code, headers, body }: HealthAnswer): FastifyReply {
  return reply.code(code).headers(headers).send(body)
}
