/** Prints the OpenAPI document as a service of this version serves it at /api/openapi.json. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app/service.ts'
import { loadConfig } from '../src/config/config.ts'

const folder = await mkdtemp(join(tmpdir(), 'gifwright-openapi-'))
const app = await createApp(
  loadConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', WORKER_CONCURRENCY: '0' }),
)
try {
  const answer = await fetch(`${await app.start()}/api/openapi.json`)
  console.log(JSON.stringify(await answer.json(), null, 2))
} finally {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
}
