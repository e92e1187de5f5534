/**
 * The cost of the limits of connections and of refusing malformed requests, which a reverse proxy could handle instead.
 */
import { createServer } from 'node:http'
import autocannon from 'autocannon'
import fastify, { type FastifyInstance } from 'fastify'
import { refuseMalformedRequests } from '#src/http/connection/malformed-requests.ts'
import { createNodeServer } from '#src/http/connection/node-server.ts'
import { serverLimits } from '#src/http/connection/server-limits.ts'
import { presentContractError } from '#src/http/plugins/errors.ts'
import { identifySurface } from '#src/http/server.ts'
import { readAndSend, type Surface } from '#src/http/surface.ts'
import { compare } from './compare.ts'

const requests = 20_000
const surface: Surface = {
  prefix: '',
  methods: readAndSend,
  authentication: null,
  presentError: presentContractError,
  leniency: 'strict',
  routes: () => {},
}

function asking(app: FastifyInstance) {
  app.get('/', async () => ({ status: 'ok' }))
  return {
    operations: requests,
    run: async () => {
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      await autocannon({ url, amount: requests, connections: 10, workers: 1 })
    },
  }
}

await compare(import.meta.filename, 'a request, including the client’s part', {
  'fastify alone': async () => asking(fastify({ serverFactory: (handle) => createServer(handle) })),
  'with our checks': async () => {
    const limits = { ...serverLimits, maxRequestsPerConnection: Infinity }
    const connections = { max: 1000, perAddress: 1000 }
    const options = { limits, connections, isProxy: () => false, surfaces: [surface] }
    const app = fastify({ serverFactory: (handle) => createNodeServer(handle, options) })
    identifySurface(app, [surface])
    refuseMalformedRequests(app, limits)
    return asking(app)
  },
})
