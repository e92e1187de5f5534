import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '@fastify/type-provider-typebox'
import type { TSchema } from 'typebox'
import type { Viewer } from '../../accounts/account.ts'
import { type UploadPolicy, readBody, registerBodies } from '../bodies/read-body.ts'
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
    admit?: (bytes: number, viewer: Viewer) => Promise<() => void>
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
  scope.addHook('preValidation', async (request) => {
    const { config, schema } = request.routeOptions
    if (schema?.body === undefined) return
    request.leave = (await config.admit?.(expectedBytes(request, limits), request.viewer)) ?? null
    const { values } = await readBody(request, await uploadPolicy(request, limits))
    request.body = values
  })
  scope.addHook('onResponse', removeUploads)
  scope.addHook('onRequestAbort', removeUploads)
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
