import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/app-error.ts'
import type { BodyPace } from './min-data-rate.ts'
import type { BodyReader } from './body-reader.ts'
import { discardRest, isUnread } from './discard-rest.ts'
import { requestBody, isHeldBack } from '../connection/expect-continue.ts'
import { Fields } from './fields.ts'
import { FormReader } from './form-reader.ts'
import { parseHeader } from './header-parameters.ts'
import { JsonReader } from './json-reader.ts'
import { MultipartReader } from './multipart-reader.ts'
import { readPieces } from './read-pieces.ts'
import { TextBuffer } from './text-buffer.ts'
import type { UploadedFile } from './uploaded-file.ts'
import { type UploadPolicy, Uploads } from './uploads.ts'

export type { UploadPolicy } from './uploads.ts'

export type RawBody = {
  /** By bare name (`tags`, never `tags[]`), without a prototype. The values of upload fields are `UploadedFile`s. */
  values: Record<string, unknown>
  files: UploadedFile[]
}

type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data'

/** The encodings that are read, all with the same result. */
export const bodyTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] satisfies BodyType[]

export const bodyLimits = {
  /** All of the body that is not an upload. */
  maxTextBytes: 256 * 1024,
  maxFields: 1000,
}

/** How many bytes of body a byte of upload may take at most: base64 with a third more, every letter escaped. */
const largestGrowth: Record<BodyType, number> = {
  'application/json': 2.75,
  'application/x-www-form-urlencoded': 4.1,
  'multipart/form-data': 1.4,
}
const maxBoundaryLength = 70

/**
 * Lets every body through to its handler unread, for `readBody`; fastify itself would keep it in memory. What a
 * handler leaves unread is dropped within limits, so that the client sees the answer.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onSend', async (request, reply) => {
    // This connection ends with the answer, so the body has to end first; one that comes too slowly never would.
    const endsWithAnswer = !reply.raw.shouldKeepAlive && reply.statusCode !== 408
    if (endsWithAnswer && isUnread(request.raw) && !isHeldBack(request.raw)) await discardRest(request.raw)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (isUnread(request.raw)) void dropRest(request)
    done()
  })
}

/**
 * Reads the body of a request, once, as it comes: memory does not grow with it. Upload fields of the policy go to
 * files in its folder, which are the caller's from then on. With no policy every field is a plain value.
 *
 * Throws AppError malformed_body, unsupported_media_type, too_large, too_slow (see `pace`), invalid_value (a file that is none, or
 * one too many) or unavailable (disk full); no file is left then.
 */
export async function readBody(
  request: FastifyRequest,
  policy: UploadPolicy | null,
  pace: BodyPace,
): Promise<RawBody> {
  const { headers } = request.raw
  const fields = new Fields(bodyLimits.maxFields)
  const uploads = new Uploads(policy)
  if (headers['content-type'] === undefined && isEmpty(headers)) return { values: fields.values, files: [] }
  const { type, boundary } = readType(headers)
  const maxBytes = Math.ceil((policy?.maxTotalBytes ?? 0) * largestGrowth[type]) + 2 * bodyLimits.maxTextBytes
  if (Number(headers['content-length']) > maxBytes) throw bodyTooLarge(maxBytes, policy)

  const reader = makeReader[type](fields, uploads, new TextBuffer(bodyLimits.maxTextBytes), boundary)
  try {
    let bytes = 0
    const take = async (piece: Buffer) => {
      bytes += piece.length
      if (bytes > maxBytes) throw bodyTooLarge(maxBytes, policy)
      await reader.write(piece)
    }
    requestBody(request.raw)
    await readPieces(request.raw, take, pace)
    await reader.end()
  } catch (error) {
    await uploads.discard()
    if (error instanceof AppError || !request.raw.destroyed) throw error
    throw new AppError('malformed_body', 'The connection ended before the body did.', { cause: error })
  }
  return { values: fields.values, files: uploads.files }
}

type MakeReader = (fields: Fields, uploads: Uploads, text: TextBuffer, boundary: string) => BodyReader

const makeReader: Record<BodyType, MakeReader> = {
  'application/json': (fields, uploads, text) => new JsonReader(fields, uploads, text),
  'application/x-www-form-urlencoded': (fields, uploads, text) => new FormReader(fields, uploads, text),
  'multipart/form-data': (fields, uploads, text, boundary) =>
    new MultipartReader(fields, uploads, text, boundary),
}

/** Throws AppError unsupported_media_type, or malformed_body where a multipart body has no boundary. */
function readType(headers: IncomingHttpHeaders): { type: BodyType; boundary: string } {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') {
    throw new AppError(
      'unsupported_media_type',
      'Compressed bodies are not accepted; send it without Content-Encoding.',
    )
  }
  const header = parseHeader(headers['content-type'] ?? '')
  const type = bodyTypes.find((known) => known === header?.value)
  if (header === null || type === undefined) {
    throw new AppError(
      'unsupported_media_type',
      `The body must be ${bodyTypes.slice(0, -1).join(', ')} or ${bodyTypes.at(-1)}.`,
    )
  }
  const charset = header.parameters.get('charset')?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new AppError('unsupported_media_type', 'The text of the body must be UTF-8.')
  }
  const boundary = header.parameters.get('boundary') ?? ''
  if (type === 'multipart/form-data' && (boundary === '' || boundary.length > maxBoundaryLength)) {
    throw new AppError(
      'malformed_body',
      'The Content-Type of the body must name its boundary, of at most 70 characters.',
    )
  }
  return { type, boundary }
}

function isEmpty(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** Names the upload field where there is only one: nothing else can make a body so large. */
function bodyTooLarge(maxBytes: number, policy: UploadPolicy | null): AppError {
  const [field, another] = policy?.fields ?? []
  const message = `The body is over the limit of ${Math.ceil(maxBytes / 2 ** 20)} MB.`
  return new AppError('too_large', message, field === undefined || another !== undefined ? {} : { field })
}

async function dropRest({ raw }: FastifyRequest): Promise<void> {
  if (!(await discardRest(raw))) raw.destroy()
}
