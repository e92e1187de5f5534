import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '@fastify/type-provider-typebox'
import type { TSchema } from 'typebox'
import type { Viewer } from '../../accounts/account.ts'
import { type UploadPolicy, readBody, registerBodies } from '../bodies/read-body.ts'
import { AppError } from '../../lib/app-error.ts'
import { valueReader } from '../read-values.ts'

export type UploadLimits = {
  /** Where the uploads of a request are kept while it lasts; each has a folder of its own in it. */
  folder: string
  maxUploadBytes: number
  maxPictureBytes: number
  maxPictures: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which values of the body are files, and how many there may be. */
    uploads?: { fields: string[]; maxFiles: number; maxFileBytes: number }
    /** Asked before the body is read, so that nothing is uploaded in vain; what it gives is called at the end. */
    admit?: (bytes: number, from: { viewer: Viewer; address: string }) => Promise<() => void>
  }
  interface FastifyRequest {
    uploadFolder: string | null
    leave: (() => void) | null
  }
}

/**
 * Every body and query of the scope is read by its TypeBox schema, whatever its encoding. Uploaded files are on
 * disk when the handler runs, and gone when the answer is sent unless the handler took them over.
 */
export function registerRequestValues(scope: FastifyInstance, limits: UploadLimits): void {
  registerBodies(scope)
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
  scope.addHook('preValidation', async (request, reply) => {
    const { config, schema } = request.routeOptions
    if (schema?.body === undefined) return
    const from = { viewer: request.viewer, address: request.ip }
    request.leave = (await config.admit?.(expectedBytes(request, limits), from)) ?? null
    const policy = await uploadPolicy(request, limits)
    // Fastify's hooks hear nothing of who hangs up between two steps; the answer does, if it is asked.
    reply.raw.once('close', () => void removeUploads(request))
    if (reply.raw.closed) {
      await removeUploads(request)
      throw new AppError('malformed_body', 'The connection ended before the body did.')
    }
    const { values } = await readBody(request, policy)
    request.body = values
  })
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
