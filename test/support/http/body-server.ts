import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { minDataRate } from '../../../src/http/bodies/receive-body.ts'
import { readBody } from '../../../src/http/bodies/read-body.ts'
import { registerBodies } from '../../../src/http/bodies/unread-bodies.ts'
import { UploadedFile } from '../../../src/creation/values/uploaded-file.ts'
import { presentContractError } from '../../../src/http/plugins/errors.ts'
import { readAndSend } from '../../../src/http/surface.ts'
import { serveSurfaces } from './surfaces.ts'

export const limits = { maxFiles: 3, maxFileBytes: 2 ** 20, maxTotalBytes: 1.5 * 2 ** 20 }

export type BodyServer = {
  url: string
  port: number
  app: FastifyInstance
  /** Names of every file below the upload folder. */
  leftFiles: () => Promise<string[]>
  close: () => Promise<void>
}

/**
 * A server that answers with the values it read: `/uploads` takes `video` and `pictures[]` as files, `/video` only the
 * first, `/plain` has no uploads, `/deaf` answers 401 without reading. Files are written below `parent`, shown by their
 * hash, then deleted.
 */
export async function startBodyServer(parent: string = tmpdir()): Promise<BodyServer> {
  const folder = await mkdtemp(join(parent, 'bodies-'))
  const app = fastify({ bodyLimit: Number.MAX_SAFE_INTEGER })
  const surface = {
    prefix: '',
    methods: readAndSend,
    authentication: null,
    presentError: presentContractError,
    leniency: 'strict' as const,
    routes: () => {},
  }
  serveSurfaces(app, [surface])
  registerBodies(app)
  app.post('/plain', async (incoming) => (await readBody(incoming, null, minDataRate)).values)
  app.post('/deaf', async (_request, reply) => reply.code(401).send({ status: 'error' }))
  let requests = 0
  for (const [path, fields] of [
    ['/uploads', ['video', 'pictures[]']],
    ['/video', ['video']],
  ] as const) {
    app.post(path, async (incoming) => {
      const own = join(folder, String(requests++))
      await mkdir(own)
      const { values, files } = await readBody(incoming, { fields, ...limits, folder: own }, minDataRate)
      const shown = await show(values)
      for (const { path } of files) await rm(path)
      return shown
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    port: Number(new URL(url).port),
    app,
    leftFiles: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function show(values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const shown = await Promise.all(
    Object.entries(values).map(async ([name, value]) => [
      name,
      Array.isArray(value) ? await Promise.all(value.map(showOne)) : await showOne(value),
    ]),
  )
  return Object.fromEntries(shown)
}

async function showOne(value: unknown): Promise<unknown> {
  if (!(value instanceof UploadedFile)) return value
  const content = await readFile(value.path)
  return {
    sha256: sha256(content),
    bytes: value.bytes,
    declaredType: value.declaredType,
    fileName: value.fileName,
  }
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

export function dataUrl(type: string, content: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`
}
