import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { similarGifs } from '../../catalogue/duplicates/similar-gifs.ts'
import { creationStatus } from '../../creation/creation-status.ts'
import type { FoundLoop, TaskView } from '../../creation/task.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, taskAnswer } from './schemas.ts'

/** The index of looks may have to load first: 3 s for a million GIFs. */
const maxSimilarMs = 1000

/** GET /api/status/{task}. */
export function statusRoute(app: ApiServer, deps: ApiDeps): void {
  app.get(
    '/status/:task',
    {
      schema: {
        operationId: 'getCreationStatus',
        summary: 'Get the status of a creation',
        tags: ['Creation'],
        params: Type.Object({ task: Type.String() }),
        response: answers(taskAnswer),
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return presentTask(await creationStatus(deps.tasks, request.params.task), request, deps)
    },
  )
}

/** Contains both shapes of the contract: `result` as an object, and `url` with the code. */
export async function presentTask(task: TaskView, request: FastifyRequest, deps: ApiDeps) {
  if (task.status !== 'done') return task
  const { code, loop, flashing, missingCharacters, sizeNote } = task
  const result = {
    code,
    url: `/${code}`,
    ...(loop && { loop: presentLoop(loop) }),
    ...(flashing && { flashing }),
    ...(missingCharacters && { missing_characters: missingCharacters }),
    ...(sizeNote && { size_limit: sizeNote }),
  }
  const similar = await findSimilar(code, request, deps)
  return { status: task.status, result, url: code, ...(similar.length > 0 && { similar }) }
}

/** Never throws, and does not wait long: the status is known without it. */
async function findSimilar(code: string, { viewer, log }: FastifyRequest, deps: ApiDeps) {
  const similar = similarGifs(deps.catalogue, deps.looks, code, viewer).catch((error: unknown) => {
    log.warn({ err: error }, 'GIFs that look the same could not be found')
    return []
  })
  const gifs = await Promise.race([similar, wait(maxSimilarMs, [], { ref: false })])
  return gifs.map((gif) => ({
    code: gif.code,
    url: `/${gif.code}`,
    title: gif.title,
    alt: gif.alt,
    thumb_url: deps.mediaUrls.urlOf(gif, 'thumb'),
  }))
}

/** To the millisecond. */
function presentLoop({ startSeconds, endSeconds }: FoundLoop) {
  const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000
  return { start: rounded(startSeconds), end: rounded(endSeconds) }
}
