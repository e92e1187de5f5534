/**
 * The health check of the image: /readyz of the public port or, of a container that only makes GIFs and has none, of the
 * port of the metrics. Prints the answer; ends with 1 where it is not 200.
 */
import { readFileSync } from 'node:fs'

/** Shorter than the time-out in the Containerfile, so that there is a sentence instead of nothing. */
const timeoutMs = 8_000

/** Process 1 has the command of the container among its arguments, behind the init program. */
const isWorker = readFileSync('/proc/1/cmdline', 'utf8').split('\0').includes('work')
const [setting, address] = isWorker ? ['METRICS_PORT', process.env.METRICS_HOST] : ['PORT', process.env.HOST]
const port = process.env[setting] ?? ''

try {
  if (port === '') throw new Error('not set')
  const url = `http://${hostFor(address)}:${port}/readyz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.log(`${setting} ${port}: ${describe(error)}`)
  process.exitCode = 1
}

/** Where to reach what listens at an address, which may stand for all addresses. */
function hostFor(listening = ''): string {
  if (listening === '' || listening === '0.0.0.0') return '127.0.0.1'
  if (listening === '::') return '[::1]'
  return listening.includes(':') ? `[${listening}]` : listening
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
