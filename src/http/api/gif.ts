import Type from 'typebox'
import { isOpen } from '../../catalogue/gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGifWithCategory } from '../records/present.ts'
import { sendJson } from '../records/answer-memory.ts'
import { answers, gifAnswer } from './schemas.ts'

/** GET /api/gif/{code}. */
export function gifRoute(app: ApiServer, deps: ApiDeps): void {
  const { catalogue, fullRecords } = deps
  app.get(
    '/gif/:code',
    {
      schema: {
        operationId: 'getGif',
        summary: 'Get a GIF',
        tags: ['Catalogue'],
        params: Type.Object({ code: Type.String() }),
        response: answers(gifAnswer),
      },
    },
    (request, reply) => {
      const { code } = request.params
      const send = (json: string | null) => {
        if (json !== null) {
          void sendJson(reply.headers(headersOfOpen), json)
          return undefined
        }
        return showGif(catalogue, code, request.viewer).then((gif) => {
          reply.headers(isOpen(gif) ? headersOfOpen : headersOfOthers)
          const result = [presentGifWithCategory(gif, deps, { renditions: true })]
          return { status: 'done' as const, result }
        })
      }
      const json = fullRecords.one(recordHead, code)
      if (!(json instanceof Promise)) return send(json)
      return json.then(async (read) => (await send(read)) ?? reply)
    },
  )
}

const recordHead = '{"status":"done","result":['
const headersOfOpen = { 'cache-control': 'no-cache', vary: 'Authorization' }
const headersOfOthers = { 'cache-control': 'private, no-store', vary: 'Authorization' }
