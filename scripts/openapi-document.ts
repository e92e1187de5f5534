import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app/service.ts'
import { loadConfig } from '../src/config/config.ts'

/** The OpenAPI document as the service itself serves it. */
export async function openapiDocument(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-docs-'))
  const settings = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', WORKER_CONCURRENCY: '0' }
  const app = await createApp(loadConfig(settings))
  try {
    const url = await app.start()
    return await (await fetch(`${url}/api/openapi.json`)).json()
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
