import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '@fastify/type-provider-typebox'
import type { TSchema } from 'typebox'
import type { Requester } from '../../creation/client.ts'
import type { BodyPace } from '../bodies/body-pace.ts'
import { bodyLimits, type UploadPolicy, readBody } from '../bodies/read-body.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/client-key.ts'
import { valueReader } from '../read-values.ts'

export type UploadLimits = {
  /** Where the uploads of a request are kept while it lasts; each has a folder of its own in it. */
  folder: string
  maxUploadBytes: number
  maxPictureBytes: number
  maxPictures: number
  /** How slowly a body may come; as `bodyPace` says when left out. */
  pace?: BodyPace
  /** Is told how many bytes of uploads a body brought. */
  onUploaded?: (bytes: number) => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which values of the body are files, and how many there may be. */
    uploads?: { fields: string[]; maxFiles: number; maxFileBytes: number }
    /** Asked before the body is read, so that nothing is uploaded in vain; what it gives is called at the end. */
    admit?: (bytes: number, from: Requester) => Promise<() => void>
  }
  interface FastifyRequest {
    uploadFolder: string | null
    leave: (() => void) | null
    isHandled: boolean
  }
}

/**
 * Every body and query of the scope is read by its TypeBox schema, whatever its encoding. Uploaded files are on
 * disk when the handler runs, and gone when the answer is sent unless the handler took them over.
 */
export function registerRequestValues(scope: FastifyInstance, limits: UploadLimits): void {
  const textLimits = limits.pace === undefined ? bodyLimits : { ...bodyLimits, pace: limits.pace }
  scope.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    if (!Type.IsObject(schema)) throw new Error(`the schema of ${httpPart} must be an object`)
    const read = valueReader(schema)
    return (raw: unknown) => {
      try {
        return { value: read(raw) }
      } catch (error) {
        return { error: error instanceof Error ? error : new Error(String(error)) }
      }
    }
  })
  scope.decorateRequest('uploadFolder', null)
  scope.decorateRequest('leave', null)
  scope.decorateRequest('isHandled', false)
  scope.addHook('preValidation', async (request, reply) => {
    const { config, schema } = request.routeOptions
    if (schema?.body === undefined) return
    request.leave = (await config.admit?.(expectedBytes(request, limits), requesterOf(request))) ?? null
    // Fastify's hooks hear nothing of who hangs up between two steps; the answer does, if it is asked.
    reply.raw.once('close', () => {
      request.leave?.()
      // A handler that is at work on them comes to its end first.
      if (!request.isHandled) void removeUploads(request)
    })
    const policy = await uploadPolicy(request, limits)
    if (reply.raw.closed) {
      await removeUploads(request)
      throw hungUp()
    }
    const { values, files } = await readBody(request, policy, textLimits)
    if (files.length > 0) limits.onUploaded?.(files.reduce((sum, { bytes }) => sum + bytes, 0))
    request.body = values
  })
  scope.addHook('preHandler', (request, reply, done) => {
    request.isHandled = request.uploadFolder !== null && !reply.raw.closed
    done(reply.raw.closed ? hungUp() : undefined)
  })
  scope.addHook('onSend', async (request, reply) => {
    request.isHandled = false
    if (reply.raw.closed) await removeUploads(request)
  })
}

/** Who makes the request, as creations are counted. */
export function requesterOf({ viewer, ip }: FastifyRequest): Requester {
  return { viewer, address: clientKey(ip) }
}

/** The most that a body may put on the disk: what it says of itself, or else what is allowed. */
function expectedBytes({ headers, routeOptions }: FastifyRequest, limits: UploadLimits): number {
  if (routeOptions.config.uploads === undefined) return 0
  const said = Number(headers['content-length'] ?? Infinity)
  return Math.min(Number.isNaN(said) ? Infinity : said, limits.maxUploadBytes)
}

async function uploadPolicy(request: FastifyRequest, limits: UploadLimits): Promise<UploadPolicy | null> {
  const { uploads } = request.routeOptions.config
  if (uploads === undefined) return null
  request.uploadFolder = await mkdtemp(join(limits.folder, `${process.pid}-`))
  return { ...uploads, maxTotalBytes: limits.maxUploadBytes, folder: request.uploadFolder }
}

async function removeUploads(request: FastifyRequest): Promise<void> {
  request.leave?.()
  if (request.uploadFolder !== null) await rm(request.uploadFolder, { recursive: true, force: true })
}

function hungUp(): AppError {
  return new AppError('malformed_body', 'The connection ended before the body did.')
}
