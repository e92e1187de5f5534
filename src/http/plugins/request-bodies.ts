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
  /** Holds a folder for the uploads of each request. */
  folder: string
  maxUploadBytes: number
  maxPictureBytes: number
  maxPictures: number
  layers: LayerLimits
  minDataRate: MinDataRate
  /** Called with the bytes of uploads in a body. */
  onUploaded?: (bytes: number) => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Which values of the body are files, how many there may be, how large they may be together if not as usual,
     * whether their SHA-256 is worked out while they are received, and the limits of fields that have their own.
     */
    uploads?: {
      fields: string[]
      maxFiles: number
      maxFileBytes: number
      maxTotalBytes?: number
      isHashed?: boolean
      limitsOf?: NonNullable<UploadPolicy['limitsOf']>
    }
    /** Called before the body is read, so that nothing is uploaded in vain. Returns what to call at the end. */
    admit?: (bytes: number, from: Requester) => Promise<() => void>
  }
  interface FastifyRequest {
    uploadFolder: string | null
    /** Ends the admission of the creation; null where none was asked for. */
    endAdmission: (() => void) | null
    /** While its body is read or its handler runs; its uploads are released afterwards. */
    isInUse: boolean
  }
}

/**
 * Reads the bodies of the scope's routes, in any encoding. Uploaded files are on disk when the handler runs, and are
 * deleted when the answer is sent unless the handler moved them.
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
  // No hook of fastify's runs when the client hangs up between two hooks.
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

/** The requester, as creations are counted. */
export function requesterOf({ viewer, ip }: FastifyRequest): Requester {
  return { viewer, clientKey: clientKey(ip) }
}

/** The most bytes that a body may write to the disk: its Content-Length, or else the limit. */
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

/** Deletes uploads that the handler did not move, then ends the admission. Never rejects: the sweeper deletes what is left. */
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
  return new AppError('malformed_body', { detail: 'connectionEnded' })
}
