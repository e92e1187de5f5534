import { cleanUp, type CleanUp } from '../clean-up.ts'
import { useStores } from '../instance.ts'
import { dataFolder, descendants, isAlive, type ServerProcess, startServer } from './server-process.ts'
import { until } from '../until.ts'

/** A process of an instance with several processes, with a data folder of its own. */
export type Machine = {
  command: 'serve' | 'work'
  folder: string
  /** Its current address, which changes with each start. Empty for a worker. */
  url: () => string
  pid: () => number
  /** Ends it like a power cut, and starts it again. */
  killAndStart: () => Promise<void>
  /** Stops it like an operator; returns its exit code. */
  stop: () => Promise<number | NodeJS.Signals>
}

/** Starts a process on the stores that `stores` names: DATABASE_URL, and S3_BUCKET with its settings. */
export async function startMachine(
  t: CleanUp,
  command: Machine['command'],
  stores: Record<string, string>,
  settings: Record<string, string> = {},
): Promise<Machine> {
  const folder = await dataFolder(t)
  useStores(folder, stores)
  const start = () => startServer({ ...settings, DATA_DIR: folder }, { command })
  let current: ServerProcess = await start()
  cleanUp(t, async () => {
    current.child.kill('SIGKILL')
    await current.exited
  })
  return {
    command,
    folder,
    url: () => current.url,
    pid: () => current.pid,
    async killAndStart() {
      const children = descendants(current.pid)
      current.child.kill('SIGKILL')
      await current.exited
      await until('no process of it is left', () => !children.some(isAlive))
      current = await start()
    },
    async stop() {
      current.child.kill('SIGTERM')
      return current.exited
    },
  }
}
