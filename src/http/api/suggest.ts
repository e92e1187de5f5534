import Type from 'typebox'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, done, gifWithCategory } from './schemas.ts'
import { sendJson } from '../records/answer-memory.ts'

/** Nobody reads more completions below a search field. */
const maxCompletions = 20

const values = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 1000,
      default: '',
      description: 'The text typed so far. Empty text has no suggestions.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxCompletions,
      default: 10,
      description: 'The maximum number of completions.',
    }),
  ),
})

const completion = Type.Object({
  text: Type.String({ description: 'The text to search for.', examples: ['happy birthday'] }),
  kind: Type.Unsafe<string>({
    type: 'string',
    enum: ['tag', 'word', 'phrase'],
    description: 'A tag, a word, or two words that often occur together.',
  }),
})

export const suggestAnswer = Type.Object(
  {
    status: done,
    result: Type.Array(completion, { description: 'Most used first; typos in `q` are tolerated.' }),
    categories: Type.Array(Type.Object({ code: Type.String(), name: Type.String() }), {
      description: 'At most two categories with a word that begins with `q`.',
    }),
    gifs: Type.Array(gifWithCategory, { description: 'At most four results of the first completion.' }),
  },
  { description: 'Suggestions for the text typed so far.' },
)

/** GET /api/suggest. */
export function suggestRoute(app: ApiServer, { discovery, records }: ApiDeps): void {
  app.get(
    '/suggest',
    {
      config: { rate: 'search' },
      schema: {
        operationId: 'suggest',
        summary: 'Complete a search during typing',
        description:
          'Uses only public GIFs that are safe for work. Call it at most every 50 ms, and use the latest response.',
        tags: ['Discovery'],
        querystring: values,
        response: answers(suggestAnswer),
      },
    },
    async (request, reply) => {
      const { q = '', limit = 10 } = request.query
      const { completions, categories, gifIds } = await discovery.suggestIds(q, limit)
      reply.header('cache-control', 'public, max-age=30')
      const result = completions.map(({ text, kind }) => ({ text, kind }))
      const named = categories.map(({ code, name }) => ({ code, name }))
      const head = `{"status":"done","result":${JSON.stringify(result)},"categories":${JSON.stringify(named)},"gifs":[`
      const found = records.list(head, gifIds)
      return sendJson(reply, found instanceof Promise ? await found : found)
    },
  )
}
