/**
 * Measures how long a visitor's clip takes, from POST to done, with and without a simultaneous import: consecutive
 * pairs of both, so that other load on the machine affects both.
 *   npm run bench -- import-service; node bench/import-service.ts [--rounds N]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { startServer } from '../test/support/processes/server-process.ts'
import { until } from '../test/support/until.ts'
import { creationJob } from './creation-job.ts'
import { findClip, usualClips } from './gif/clips.ts'
import { gifOf, makeLibrary } from './gif/library.ts'
import { median } from './measure.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = Number(values.rounds)
const goal = 1.5
const gifsPerRound = 40
const program = fileURLToPath(new URL('../bin/gifwright.mjs', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const settings = {
  DATA_DIR: join(folder, 'data'),
  RENDITIONS: 'core',
  MIN_FREE_DISK_MB: '0',
  LEASE_SECONDS: '2',
}
const [clip] = usualClips()
const form = { start: '1', end: '6' }

await makeLibrary(join(folder, 'gifs'), usualClips().map(gifOf), gifsPerRound * rounds)
const server = await startServer(settings)
const stores = await openStores(loadConfig(settings))
const imported = async () =>
  (await stores.db.selectFrom('gif').select('id').where('source_hash', 'is not', null).execute()).length

/** The duration of the visitor's clip, in milliseconds. */
async function visitorMs(): Promise<number> {
  return (await creationJob(server, (clip ?? findClip('bars')).path, form)).wallMs
}

try {
  await visitorMs()
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const alone = await visitorMs()
    const before = await imported()
    const args = [program, 'import', join(folder, 'gifs'), '--category', 'animals']
    const command = spawn(process.execPath, [...args, '--report', join(folder, 'report.jsonl')], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: 'ignore',
    })
    await until('the import is running', async () => (await imported()) >= before + 2, 120_000)
    const during = await visitorMs()
    const isRunning = command.exitCode === null
    command.kill('SIGINT')
    if (isRunning) await once(command, 'exit')
    else throw new Error('the import had ended')
    pairs.push({ alone, during })
    process.stderr.write(`${Math.round(alone)} ms alone, ${Math.round(during)} ms during an import\n`)
  }
  const ratio = median(pairs.map(({ alone, during }) => during / alone))
  const [alone, during] = [median(pairs.map((pair) => pair.alone)), median(pairs.map((pair) => pair.during))]
  console.log(
    `From POST to done, medians of ${rounds}: ${Math.round(alone)} ms alone, ${Math.round(during)} ms while an import runs; median of the ratios ${ratio.toFixed(2)}; goal ≤ ${goal}: ${ratio <= goal ? 'met' : 'MISSED'}`,
  )
} finally {
  await stores.close()
  server.child.kill()
  await server.exited
  await rm(folder, { recursive: true, force: true })
}
