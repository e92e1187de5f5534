import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { createApp } from '#src/app/service.ts'
import type { Config } from '#src/config/config.ts'
import { instanceSettings, testConfig } from '../support/instance.ts'

/** The service under fuzz. */
export type Target = {
  url: string
  config: Config
  /** The internal errors logged since the last call. */
  takeFaults(): string[]
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

/** No effective limits: the aim is the effect of a single request. */
const settings = {
  PORT: '0',
  RATE_LIMIT: 'off',
  MIN_FREE_DISK_MB: '0',
  LOG_LEVEL: 'error',
  DRAIN_SECONDS: '5',
  MAX_WAITING_TASKS: '100000',
  MAX_RENDER_SECONDS: '60',
  RENDITIONS: 'core',
  YT_DLP: 'off',
}

async function prepare(more: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-fuzz-'))
  const env = instanceSettings({ ...settings, ...more, DATA_DIR: folder })
  return { env, config: testConfig(env), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The service in this process: quick to start, with an observable event loop. */
export async function startHere(more: Record<string, string> = {}): Promise<Target> {
  const { config, remove } = await prepare(more)
  const faults: string[] = []
  const log = pino({ level: config.log.level }, { write: (line) => void faults.push(line.trim()) })
  const app = await createApp(config, { log })
  const url = await app.start()
  return {
    url,
    config,
    takeFaults: () => faults.splice(0),
    async stop() {
      await app.stop()
      await remove()
    },
  }
}

/** Starts the service in its own process, whose memory and processor time can be measured. */
export async function startApart(more: Record<string, string> = {}): Promise<Target & { pid: number }> {
  const { env, config, remove } = await prepare(more)
  const child = spawn(process.execPath, [program, 'start'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const faults: string[] = []
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    faults.push(...text.split('\n').filter((line) => line !== ''))
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-8192)
      const address = /listens at (\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => {
      faults.push(`the server ended: ${said}`)
      reject(new Error(`the server did not start: ${said}`))
    })
  })
  return {
    url,
    // The process has started.
    pid: child.pid ?? 0,
    config,
    takeFaults: () => faults.splice(0),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await exited
      await remove()
    },
  }
}
