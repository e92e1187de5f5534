import Type from 'typebox'
import { useKinds } from '../../catalogue/discovery/use-counter.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import { bodyTypes } from '../bodies/read-body.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, successAnswer } from './schemas.ts'

const values = Type.Object({
  kind: Type.Unsafe<(typeof useKinds)[number]>({
    type: 'string',
    enum: [...useKinds],
    'x-must-be': 'one of view, download, copy and share',
    description: 'The kind of use.',
  }),
})

/** POST /api/use/{code}. The site's own buttons call it, too. */
export function useRoute(app: ApiServer, { catalogue, discovery }: ApiDeps): void {
  app.post(
    '/use/:code',
    {
      schema: {
        operationId: 'reportUse',
        summary: 'Report the use of a GIF',
        description:
          'Moves the GIF up in trending and in search. For each viewer (address), GIF and day, only the most ' +
          'significant use counts, and only for public GIFs. The site’s pages, and downloads with `?download=1`, ' +
          'are counted automatically.',
        tags: ['Discovery'],
        consumes: bodyTypes,
        params: Type.Object({ code: Type.String() }),
        body: values,
        response: answers(successAnswer),
      },
    },
    async (request, reply) => {
      const gif = await showGif(catalogue, request.params.code, request.viewer)
      discovery.countUse(gif, request.body.kind, { address: request.ip, isPerson: true })
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, success: true as const }
    },
  )
}
