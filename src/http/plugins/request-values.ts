import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '@fastify/type-provider-typebox'
import type { TSchema } from 'typebox'
import type { Requester } from '../../creation/client.ts'
import type { BodyPace } from '../bodies/body-pace.ts'
import { type UploadPolicy, readBody } from '../bodies/read-body.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { toDiskError } from '../../lib/disk/disk-faults.ts'
import { ownPrefix } from '../../lib/disk/process-folders.ts'
import { valueReader } from '../read-values.ts'

export type UploadLimits = {
  /** Where the uploads of a request are kept while it lasts; each has a folder of its own in it. */
  folder: string
  maxUploadBytes: number
  maxPictureBytes: number
  maxPictures: number
  /** How slowly a body may come. */
  pace: BodyPace
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
    /** Its body is read, or its handler runs: what it holds is given back when that has come to its end. */
    isAtWork: boolean
  }
}

/**
 * Every body and query of the scope is read by its TypeBox schema, whatever its encoding. Uploaded files are on
 * disk when the handler runs, and gone when the answer is sent unless the handler took them over.
 */
export function registerRequestValues(scope: FastifyInstance, limits: UploadLimits): void {
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
  scope.decorateRequest('isAtWork', false)
  scope.addHook('preValidation', async (request, reply) => {
    const { config, schema } = request.routeOptions
    if (schema?.body === undefined) return
    request.leave = (await config.admit?.(expectedBytes(request, limits), requesterOf(request))) ?? null
    // Fastify's hooks hear nothing of who hangs up between two steps; the answer does, if it is asked.
    reply.raw.once('close', () => {
      if (!request.isAtWork) void giveBack(request)
    })
    request.isAtWork = true
    try {
      const policy = await uploadPolicy(request, limits)
      if (reply.raw.closed) throw hungUp()
      const { values, files } = await readBody(request, policy, limits.pace)
      if (files.length > 0) limits.onUploaded?.(files.reduce((sum, { bytes }) => sum + bytes, 0))
      request.body = values
    } finally {
      request.isAtWork = false
      if (reply.raw.closed) await giveBack(request)
    }
  })
  scope.addHook('preHandler', (request, reply, done) => {
    request.isAtWork = !reply.raw.closed
    done(request.isAtWork ? undefined : hungUp())
  })
  scope.addHook('onSend', async (request) => {
    request.isAtWork = false
    await giveBack(request)
  })
}

/** Who makes the request, as creations are counted. */
export function requesterOf({ viewer, ip }: FastifyRequest): Requester {
  return { viewer, clientKey: clientKey(ip) }
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
  const folder = mkdtemp(join(limits.folder, ownPrefix))
  request.uploadFolder = await folder.catch((error: unknown) => {
    throw toDiskError(error)
  })
  return { ...uploads, maxTotalBytes: limits.maxUploadBytes, folder: request.uploadFolder }
}

/** Removes the uploads that nobody took over, then leaves the place. Never rejects: the sweeper removes what is left. */
async function giveBack(request: FastifyRequest): Promise<void> {
  const { leave, uploadFolder } = request
  request.leave = null
  request.uploadFolder = null
  if (uploadFolder !== null) {
    await rm(uploadFolder, { recursive: true, force: true }).catch((error: unknown) =>
      request.log.error({ err: error }, 'uploads of a request could not be removed'),
    )
  }
  leave?.()
}

function hungUp(): AppError {
  return new AppError('malformed_body', 'The connection ended before the body did.')
}
