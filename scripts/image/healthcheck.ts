/**
 * The health check of the image: /readyz on the public port or, in a container that only makes GIFs, on the port of the
 * metrics. Prints the answer; the exit code is 1 unless it is 200.
 */
import { readFileSync } from 'node:fs'

/** Shorter than the time-out in the Containerfile, so that it can print a sentence. */
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

/** The host at which a server can be reached that listens on an address, perhaps on all of them. */
function hostFor(listening = ''): string {
  if (listening === '' || listening === '0.0.0.0') return '127.0.0.1'
  if (listening === '::') return '[::1]'
  return listening.includes(':') ? `[${listening}]` : listening
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
