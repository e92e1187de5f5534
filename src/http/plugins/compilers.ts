import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

const serializersOf = SerializerSelector()

/**
 * Compiles the routes' schemas. Serializers are compiled for the first response that needs one: compiling all of them
 * takes longer than most of the startup, and few are needed, since most responses are already bytes.
 */
export const compilersFactory: CompilersFactory = {
  buildSerializer(schemas, options) {
    const compile = serializersOf(schemas, options)
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined
      return (answer) => (serialize ??= compile(route))(answer)
    }
  },
  // Fastify would load its own JSON schema compiler: see read-values.ts.
  buildValidator() {
    throw new Error('only the routes of surfaces read values')
  },
}
