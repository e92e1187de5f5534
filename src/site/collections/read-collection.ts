import type { FastifyRequest } from 'fastify'
import { readPathText } from '../kit/requests/read-query.ts'
import { noPage } from '../kit/requests/site-errors.ts'

/** The code of a collection in the address `/c/:code`, also after words: `/c/party-frogs-CODE`. Throws AppError not_found. */
export function collectionCodeOf(request: FastifyRequest): string {
  const code = readPathText(request, 'code').split('-').at(-1) ?? ''
  if (!/^[0-9A-Za-z]{1,64}$/.test(code)) throw noPage()
  return code
}
