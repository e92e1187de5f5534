import { createApp } from '../app.ts'
import { loadConfig } from '../config/config.ts'

/** Runs the service until SIGTERM or SIGINT; a second signal ends it at once. */
export async function serve(): Promise<void> {
  const config = loadConfig(process.env)
  const app = await createApp(config)
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    console.error(`Stopping; running tasks have ${config.server.drainSeconds} s to finish ...`)
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const url = await app.start()
  console.error(`Gifwright listens at ${url}  (data in ${config.data.folder})`)
}
