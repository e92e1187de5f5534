import { readFile } from 'node:fs/promises'
import { assertNothingLost, assertNothingTemporary } from './crash.ts'
import type { CleanUp } from '../clean-up.ts'
import { askForAddressGif, askForVideoGif, type CreationAnswer } from '../creations.ts'
import { useStores } from '../instance.ts'
import { type Machine, startMachine } from './machines.ts'
import { makeVideo } from '../media/media.ts'
import { startOrigin, video } from '../http/origin-server.ts'
import { dataFolder } from './server-process.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../servers/postgres.ts'
import { noS3, type S3Server, startS3 } from '../servers/s3.ts'
import { until } from '../until.ts'

/** The reason that several machines cannot be tested here; false if they can. */
export const noCluster = noPostgres || noS3

export type Cluster = {
  postgres: PostgresServer
  s3: S3Server
  /** The settings of both stores, for further machines. */
  stores: Record<string, string>
  /** A data folder of no machine, through which a test examines the stores. */
  folder: string
  webs: [Machine, Machine]
  workers: [Machine, Machine]
  /** The source video of GIFs, and its address. */
  clips: { video: Buffer; address: string }
  /** Requests a GIF of an uploaded video, or of the same video at an address, from a web machine. */
  ask: (url: string, kind: 'upload' | 'address', title: string) => Promise<CreationAnswer>
  /**
   * Sends a request to a web machine repeatedly, each time with another title, until it is accepted; returns the task.
   */
  create: (url: () => string, kind: 'upload' | 'address', title: string) => Promise<string>
  /** Like `assertNothingLost` for one machine, and also that no machine has temporary files left. */
  assertNothingLost: (
    tasks: readonly string[],
    options?: Parameters<typeof assertNothingLost>[3],
  ) => Promise<void>
  /** Stops all machines like an operator; returns their exit codes. */
  stop: () => Promise<(number | NodeJS.Signals)[]>
}

/** Starts PostgreSQL, an S3 server, two machines that answer requests and two that make GIFs; ended with the test. */
export async function startCluster(
  t: CleanUp,
  {
    settings = {},
    storesOf = async (stores) => stores,
  }: {
    settings?: Record<string, string>
    /** Replaces the stores of a machine by its number: two web machines first, then two workers. */
    storesOf?: (stores: Record<string, string>, number: number) => Promise<Record<string, string>>
  } = {},
): Promise<Cluster> {
  const [postgres, s3] = await Promise.all([startPostgres(t, { maxConnections: 400 }), startS3(t)])
  const [DATABASE_URL, bucket] = await Promise.all([postgres.newDatabase(), s3.newBucket()])
  const stores = { ...s3.settingsOf(bucket), DATABASE_URL }
  const clip = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 10 }))
  const origin = await startOrigin(t, { '/clip.mp4': video(clip) })
  const address = origin.url('/clip.mp4').href
  const folder = await dataFolder(t)
  useStores(folder, stores)
  const own = {
    LEASE_SECONDS: '2',
    WORKER_CONCURRENCY: '1',
    MAX_WAITING_TASKS: '1000',
    // Each of them logs each fault that the test causes.
    LOG_LEVEL: 'silent',
    SOURCE_ALLOWED_HOSTS: origin.pair,
    SOURCE_PORTS: `80,${origin.port}`,
    ...settings,
  }
  const start = async (command: Machine['command'], number: number) =>
    startMachine(t, command, await storesOf(stores, number), own)
  const [web, otherWeb, worker, otherWorker] = await Promise.all([
    start('serve', 0),
    start('serve', 1),
    start('work', 2),
    start('work', 3),
  ])
  const machines = [web, otherWeb, worker, otherWorker]
  const ask: Cluster['ask'] = (url, kind, title) =>
    kind === 'upload' ? askForVideoGif(url, clip, 1, { title }) : askForAddressGif(url, address, 1, { title })
  return {
    postgres,
    s3,
    stores,
    folder,
    webs: [web, otherWeb],
    workers: [worker, otherWorker],
    clips: { video: clip, address },
    ask,
    async create(url, kind, title) {
      let attempt = 0
      let id = ''
      await until(`${title} is accepted`, async () => {
        const answer = await ask(url(), kind, `${title} ${++attempt}`).catch(() => null)
        if (answer?.status === 200) id = answer.body.id
        return id !== ''
      })
      return id
    },
    async assertNothingLost(tasks, options) {
      await assertNothingLost(folder, web.url(), tasks, options)
      for (const machine of machines) await assertNothingTemporary(machine.folder)
    },
    stop: () => Promise.all(machines.map((machine) => machine.stop())),
  }
}
