import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

const serializersOf = SerializerSelector()

/**
 * What makes functions of the routes' schemas. Serializers are compiled when the first answer needs one: compiling all of
 * them takes longer than most of the start, and few are needed, since most answers are bytes already.
 */
export const compilersFactory: CompilersFactory = {
  buildSerializer(schemas, options) {
    const compile = serializersOf(schemas, options)
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined
      return (answer) => (serialize ??= compile(route))(answer)
    }
  },
  // Fastify would load its own compiler, of JSON schemas: see read-values.ts.
  buildValidator() {
    throw new Error('only the routes of surfaces read values')
  },
}
