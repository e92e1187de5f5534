import { createApp, type Role } from '../app/service.ts'
import { metricsPortClash } from '../app/settings/place-findings.ts'
import { programFindings } from '../app/settings/program-findings.ts'
import { checkNamesAndPairs } from '../config/checks/check-names-and-pairs.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { changedSettings } from '../config/describe-settings.ts'
import { createLog } from '../lib/log/log.ts'
import { endingSignals, outliveStandardError } from './ending-signals.ts'
import { adviseFirstAdmin } from './first-admin.ts'

/** Through npm, one Ctrl-C reaches the program twice; signals within this time count as one. */
const repeatedSignalMs = 1000

/**
 * Runs the service, or the part of it for `role`, until SIGTERM, SIGINT or SIGHUP; a later signal ends it immediately.
 * Throws if it cannot start.
 */
export async function runService(role: Role): Promise<void> {
  outliveStandardError()
  const config = loadConfig()
  if (role === 'worker' && config.worker.concurrency === 0) {
    throw new Error(
      'WORKER_CONCURRENCY 0 makes no GIFs; set it to the number of GIFs to make at the same time.',
    )
  }
  if (config.sources.allowedHosts.length > 0) {
    const open = config.sources.allowedHosts.join(', ')
    console.error(`SOURCE_ALLOWED_HOSTS lets every visitor fetch from ${open}, private or not.`)
  }
  if (config.database?.tls === 'unchecked') {
    console.error(
      'DATABASE_URL encrypts the connection to PostgreSQL without verifying the server; use sslmode=verify-full on a shared network.',
    )
  }
  if (role !== 'worker') for (const { text } of metricsPortClash(config)) throw new Error(text)
  const log = createLog(config.log.level)
  const makes = role !== 'web' && config.worker.concurrency > 0
  for (const { kind, text } of [...checkNamesAndPairs(), ...(makes ? await programFindings(config) : [])])
    log[kind === 'mistake' ? 'warn' : 'info'](text)
  const app = await createApp(config, { role, log, settings: changedSettings() })
  let stoppingSince: number | null = null
  const stop = () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > repeatedSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    console.error(`Stopping; running work has ${config.server.drainSeconds} s to finish ...`)
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of endingSignals) process.on(signal, stop)
  try {
    const url = await app.start()
    const { concurrency } = config.worker
    const gifs = concurrency === 1 ? 'one GIF at a time' : `${concurrency} GIFs at once`
    const doing = role === 'worker' ? `makes ${gifs}` : `listens at ${url}`
    console.error(`Gifwright ${doing}  (data in ${config.data.folder})`)
    const metricsUrl = app.metricsUrl()
    if (metricsUrl !== null) console.error(`Metrics for Prometheus: ${metricsUrl}`)
    if (role !== 'worker' && !(await app.hasAdmin())) console.error(adviseFirstAdmin(config))
    for (const sentence of app.sandboxes()) console.error(sentence)
    const offloadFault = await app.offloadFault()
    if (offloadFault !== null) console.error(offloadFault)
  } catch (error) {
    await app.stop()
    throw startError(error, config)
  }
  if (process.getuid?.() === 0) {
    console.error(
      'Gifwright runs as root: one vulnerability would expose the whole machine. Run it as a separate user that can write only to DATA_DIR.',
    )
  }
  if (role !== 'worker' && ['0.0.0.0', '::'].includes(config.server.host) && config.site.url === null) {
    console.error('SITE_URL is not set: links use localhost. Set it to the public address.')
  }
}

function startError(error: unknown, { server }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return new Error(`Port ${server.port} is in use; set PORT to a free one.`)
  if (code === 'EACCES') return new Error(`This user cannot use port ${server.port}; set PORT.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new Error(`HOST ${server.host} is not an address of this machine.`)
  }
  return error
}
