import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/app-error.ts'
import { type MinDataRate, receiveBody } from './receive-body.ts'
import { type BodyReader, Fields, TextBuffer } from './fields.ts'
import { requestBody } from '../connection/expect-continue.ts'
import { FormReader } from './form-reader.ts'
import { parseHeader } from './header-parameters.ts'
import { JsonReader, readFlatJson } from './json-reader.ts'
import { MultipartReader } from './multipart-reader.ts'
import { type UploadPolicy, Uploads } from './uploads.ts'
import { type UploadedFile } from '../../creation/values/uploaded-file.ts'

export type { UploadPolicy } from './uploads.ts'

export type RawBody = {
  /** By bare name (`tags`, never `tags[]`), without a prototype. The values of upload fields are `UploadedFile`s. */
  values: Record<string, unknown>
  files: UploadedFile[]
}

type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data'

/** The accepted encodings; all yield the same values. */
export const bodyTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] satisfies BodyType[]

export const bodyLimits = {
  /** The maximum size of the body without its uploads. */
  maxTextBytes: 256 * 1024,
  maxFields: 1000,
}

/** The maximum bytes of body per byte of upload: base64 adds a third, and every letter may be escaped. */
const maxExpansion: Record<BodyType, number> = {
  'application/json': 2.75,
  'application/x-www-form-urlencoded': 4.1,
  'multipart/form-data': 1.4,
}
const maxBoundaryLength = 70

/**
 * Reads the body of a request, once, as a stream, with constant memory. Upload fields of the policy are written to
 * files in its folder, which the caller has to delete. Without a policy, every field is a plain value.
 *
 * Throws AppError malformed_body, unsupported_media_type, too_large, too_slow (see `rate`), invalid_value (an invalid
 * file, or one too many) or unavailable (disk full); no file is left then.
 */
export async function readBody(
  request: FastifyRequest,
  policy: UploadPolicy | null,
  rate: MinDataRate,
): Promise<RawBody> {
  const { headers } = request.raw
  const fields = new Fields(bodyLimits.maxFields)
  if (headers['content-type'] === undefined && isEmpty(headers)) return { values: fields.values, files: [] }
  const { type, boundary } = readType(headers)
  const maxBytes = Math.ceil((policy?.maxTotalBytes ?? 0) * maxExpansion[type]) + 2 * bodyLimits.maxTextBytes
  if (Number(headers['content-length']) > maxBytes) throw bodyTooLarge(maxBytes, policy)

  const whole = await bufferedBody(request.raw)
  if (policy === null && whole && type === 'application/json' && readFlatJson(whole, fields)) {
    return { values: fields.values, files: [] }
  }
  const uploads = new Uploads(policy)
  const reader = makeReader[type](fields, uploads, new TextBuffer(bodyLimits.maxTextBytes), boundary)
  try {
    let bytes = 0
    const handle = async (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) throw bodyTooLarge(maxBytes, policy)
      await reader.write(chunk)
    }
    if (whole === undefined) {
      requestBody(request.raw)
      await receiveBody(request.raw, handle, rate)
    } else if (whole !== null) await handle(whole)
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

/**
 * The body if all of it arrived with the headers, as for a search: there is no need to listen or wait. Null if it is
 * empty, undefined if more bytes may come.
 */
async function bufferedBody(request: IncomingMessage): Promise<Buffer | null | undefined> {
  const length = Number(request.headers['content-length'])
  // Node is still parsing the chunk with the headers.
  if (request.readableLength < length) await Promise.resolve()
  if (request.readableLength !== length) return undefined
  const whole = request.read() as Buffer | null
  request.resume()
  return whole
}

const plainJson = { type: 'application/json' as const, boundary: '' }

/** Throws AppError unsupported_media_type, or malformed_body if a multipart body has no boundary. */
function readType(headers: IncomingHttpHeaders): { type: BodyType; boundary: string } {
  if (headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined)
    return plainJson
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

/** Names the upload field if there is only one: no other field can be that large. */
function bodyTooLarge(maxBytes: number, policy: UploadPolicy | null): AppError {
  const [field, another] = policy?.fields.filter((name) => policy.limitsOf?.[name] === undefined) ?? []
  const message = `The body is over the limit of ${Math.ceil(maxBytes / 2 ** 20)} MB.`
  return new AppError('too_large', message, field === undefined || another !== undefined ? {} : { field })
}
