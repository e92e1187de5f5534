import type { FastifyRequest } from 'fastify'
import { noPage } from './site-errors.ts'

const codeShape = /^[0-9A-Za-z]{1,64}$/

/** The code of a GIF in the address `/:code/…`. Throws AppError not_found where it cannot be a code. */
export function codeOf({ params }: Pick<FastifyRequest, 'params'>): string {
  const code: unknown =
    typeof params === 'object' && params !== null && 'code' in params ? params.code : undefined
  if (typeof code !== 'string' || !codeShape.test(code)) throw noPage()
  return code
}
