import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { Config } from '../config/config.ts'
import { metricsPortError } from '../observe/metrics/metrics-server.ts'

/**
 * Takes the ports that a process is about to listen on, only that of the metrics for a worker, and closes what connects, until `release`. Throws as
 * listening itself does.
 */
export async function reservePorts(
  { server, metrics }: Config,
  { isWorker }: { isWorker: boolean },
): Promise<{ release: () => Promise<void> }> {
  const taken: Server[] = []
  const release = async () => {
    await Promise.all(taken.splice(0).map((one) => new Promise((resolve) => one.close(resolve))))
  }
  const take = async ({ host, port }: { host: string; port: number }) => {
    const one = createServer((socket) => socket.destroy()).listen({ host, port })
    await once(one, 'listening')
    taken.push(one)
  }
  try {
    if (metrics !== null)
      await take(metrics).catch((error: unknown) => {
        throw metricsPortError(error, metrics)
      })
    if (!isWorker) await take(server)
    return { release }
  } catch (error) {
    await release()
    throw error
  }
}
