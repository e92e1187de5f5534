import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../../creation/client.ts'
import type { MinDataRate } from '../bodies/receive-body.ts'
import { type UploadPolicy, readBody } from '../bodies/read-body.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import type { LayerLimits } from '../../layers/layer-limits.ts'
import { toDiskError } from '../../lib/disk/disk-faults.ts'
import { ownPrefix } from '../../lib/disk/process-folders.ts'

export type UploadLimits = {
  /** Contains a folder for the uploads of each request. */
  folder: string
  maxUploadBytes: number
  maxPictureBytes: number
  maxPictures: number
  layers: LayerLimits
  minDataRate: MinDataRate
  /** Called with the number of uploaded bytes in a body. */
  onUploaded?: (bytes: number) => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The file fields of the body, their maximum number and unusual total size, whether to compute their SHA-256 during
     * the upload, and the limits of fields that have their own.
     */
    uploads?: {
      fields: string[]
      maxFiles: number
      maxFileBytes: number
      maxTotalBytes?: number
      isHashed?: boolean
      limitsOf?: NonNullable<UploadPolicy['limitsOf']>
    }
    /** Called before the body is read, so that nothing is uploaded in vain. Returns a function to call at the end. */
    admit?: (bytes: number, from: Requester) => Promise<() => void>
  }
  interface FastifyRequest {
    uploadFolder: string | null
    /** Ends the admission of the creation; null if there was none. */
    endAdmission: (() => void) | null
    /** True while its body is read or its handler runs; its uploads are released afterwards. */
    isInUse: boolean
  }
}

/**
 * Reads the bodies of the scope's routes, in any encoding. Uploaded files are on disk when the handler runs, and are
 * deleted when the response is sent unless the handler moved them.
 */
export function registerRequestBodies(scope: FastifyInstance, limits: UploadLimits): void {
  scope.decorateRequest('uploadFolder', null)
  scope.decorateRequest('endAdmission', null)
  scope.decorateRequest('isInUse', false)
  scope.addHook('preValidation', (request, reply, done) => {
    if (request.route.schema?.body === undefined) return done()
    return receive(request, reply, limits)
  })
  scope.addHook('preHandler', (request, reply, done) => {
    request.isInUse = !reply.raw.closed
    done(request.isInUse ? undefined : connectionEnded())
  })
  scope.addHook('onSend', (request, _reply, payload, done) => {
    request.isInUse = false
    if (!holdsUploads(request)) return done(null, payload)
    return releaseUploads(request)
  })
}

async function receive(request: FastifyRequest, reply: FastifyReply, limits: UploadLimits): Promise<void> {
  const { admit } = request.route.config
  if (admit !== undefined)
    request.endAdmission = await admit(expectedBytes(request, limits), requesterOf(request))
  // No fastify hook runs if the client disconnects between two hooks.
  reply.raw.on('close', () => {
    if (!request.isInUse) void releaseUploads(request)
  })
  request.isInUse = true
  try {
    const policy = await uploadPolicy(request, limits)
    if (reply.raw.closed) throw connectionEnded()
    const { values, files } = await readBody(request, policy, limits.minDataRate)
    if (files.length > 0) limits.onUploaded?.(files.reduce((sum, { bytes }) => sum + bytes, 0))
    request.body = values
  } finally {
    request.isInUse = false
    if (reply.raw.closed) await releaseUploads(request)
  }
}

function holdsUploads({ endAdmission, uploadFolder }: FastifyRequest): boolean {
  return endAdmission !== null || uploadFolder !== null
}

/** The requester, by whom creations are counted. */
export function requesterOf({ viewer, ip }: FastifyRequest): Requester {
  return { viewer, clientKey: clientKey(ip) }
}

/** The maximum bytes that a body can write to disk: its Content-Length, or the limit. */
function expectedBytes({ headers, route }: FastifyRequest, limits: UploadLimits): number {
  const { uploads } = route.config
  if (uploads === undefined) return 0
  const length = Number(headers['content-length'] ?? Infinity)
  return Math.min(Number.isNaN(length) ? Infinity : length, uploads.maxTotalBytes ?? limits.maxUploadBytes)
}

async function uploadPolicy(request: FastifyRequest, limits: UploadLimits): Promise<UploadPolicy | null> {
  const { uploads } = request.route.config
  if (uploads === undefined) return null
  const folder = mkdtemp(join(limits.folder, ownPrefix))
  request.uploadFolder = await folder.catch((error: unknown) => {
    throw toDiskError(error)
  })
  return { maxTotalBytes: limits.maxUploadBytes, ...uploads, folder: request.uploadFolder }
}

/**
 * Deletes uploads that the handler did not move, then ends the admission. Never rejects: the sweeper deletes the rest.
 */
async function releaseUploads(request: FastifyRequest): Promise<void> {
  const { endAdmission, uploadFolder } = request
  request.endAdmission = null
  request.uploadFolder = null
  if (uploadFolder !== null) {
    await rm(uploadFolder, { recursive: true, force: true }).catch((error: unknown) =>
      request.log.error({ err: error }, 'uploads of a request could not be removed'),
    )
  }
  endAdmission?.()
}

function connectionEnded(): AppError {
  return new AppError('malformed_body', 'The connection ended before the body did.')
}
