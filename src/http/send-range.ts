import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, MediaStore, StoreKey } from '../media/media-store.ts'
import { rangeApplies } from './preconditions.ts'

/**
 * Sends a file of the media store, or the requested range of it. The caller has set all other headers. Returns false if
 * the file does not exist; nothing is sent then.
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaStore: MediaStore,
  key: StoreKey,
): Promise<boolean> {
  const file = await mediaStore.stat(key)
  if (file === undefined) return false
  const { range: asked, 'if-range': ifRange } = request.headers
  reply.header('accept-ranges', 'bytes')
  const range = rangeApplies(ifRange, file) ? readRange(asked, file.bytes) : null
  if (range === 'unsatisfiable') {
    reply.headers({ 'cache-control': 'no-store', 'content-range': `bytes */${file.bytes}` })
    await reply.code(416).send()
    return true
  }
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
  reply.header('content-length', String(last - first + 1))
  if (range !== null) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.bytes}`)
  await reply.send(request.method === 'HEAD' ? undefined : await mediaStore.read(key, range ?? undefined))
  return true
}

/**
 * The range of a Range header in a file of `bytes` bytes: one range, cut to the file; `unsatisfiable` when it begins past
 * the end; null, the whole file, for no header, another unit, several ranges or a malformed one.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (match === null) return null
  const [, firstText = '', lastText = ''] = match
  if (firstText === '' && lastText === '') return null
  if (firstText === '') {
    const suffixBytes = Number(lastText)
    if (suffixBytes === 0 || bytes === 0) return 'unsatisfiable'
    return { first: Math.max(0, bytes - suffixBytes), last: bytes - 1 }
  }
  const first = Number(firstText)
  const last = lastText === '' ? bytes - 1 : Number(lastText)
  if (lastText !== '' && last < first) return null
  if (first >= bytes) return 'unsatisfiable'
  return { first, last: Math.min(last, bytes - 1) }
}
