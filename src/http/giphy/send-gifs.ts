import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/app-error.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { sendJson } from '../records/answer-memory.ts'
import { listEnd, listStart, singleEnd, singleStart } from './envelope.ts'
import type { CompatDeps } from '../compat/compat-deps.ts'
import { keepFields, parseFields } from './sparse-fields.ts'

type Answering = { request: FastifyRequest; reply: unknown; fields: string | undefined }
type Sending = Answering & { deps: CompatDeps }

type GifPage = {
  ids: readonly number[]
  /** The number of this server's GIFs. */
  total: number
  offset: number
  /** GIFs of another server to append, as JSON. */
  added?: readonly string[]
}

/** Sends a page of GIFs by their ids. */
export async function sendGifs(
  sending: Sending,
  { ids, total, offset, added }: GifPage,
): Promise<FastifyReply> {
  const end = listEnd({ total, offset, responseId: sending.request.id })
  cacheBriefly(sending.reply)
  return sendAnswer(sending, await sending.deps.records.list(listStart, ids, { end, added }))
}

/** Sends one GIF; `data` is an empty list if it does not exist. */
export async function sendGif(sending: Sending, id: number | undefined): Promise<FastifyReply> {
  const end = singleEnd(sending.request.id)
  const ids = id === undefined ? [] : [id]
  return sendAnswer(sending, await sending.deps.records.list(singleStart, ids, { end }))
}

/** Sends one GIF. Throws AppError not_found if it does not exist. */
export async function sendKnownGif(sending: Sending, id: number | undefined): Promise<FastifyReply> {
  const writeEnd = singleEnd(sending.request.id)
  const end = (count: number) => {
    if (count === 0) throw new AppError('not_found', 'There is no GIF with this id.')
    return writeEnd(count)
  }
  const ids = id === undefined ? [] : [id]
  cacheBriefly(sending.reply)
  return sendAnswer(sending, await sending.deps.records.list(singleStart, ids, { end }))
}

/** Sends a JSON response with the fields that the call names, or all fields, of each item. */
export function sendAnswer({ reply, fields }: Answering, answer: Buffer | string): FastifyReply {
  const wanted = parseFields(fields)
  return sendJson(reply, wanted === null ? answer : keepFields(answer.toString(), wanted))
}
