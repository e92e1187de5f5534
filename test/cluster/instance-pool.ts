import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'
import { isAlive } from '../support/processes/server-process.ts'
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts'
import { type S3Server, startS3 } from '../support/servers/s3.ts'

type Servers = { postgres: PostgresServer; s3: S3Server }

/** Instances that are ready to be taken. */
const spares = 8

const everyMs = 100

/**
 * Starts the servers and keeps some new databases and buckets ready, as settings files in the returned folder: a test
 * takes one by renaming its file, see `support/instance.ts`. Those of ended processes are dropped.
 */
export async function openInstancePool(t: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-pool-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'spare'))
  await mkdir(join(folder, 'taken'))
  const [postgres, s3] = await Promise.all([startPostgres(t, { maxConnections: 400 }), startS3(t)])
  const servers = { postgres, s3 }
  let made = 0
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    while (!signal.aborted) {
      const waiting = (await readdir(join(folder, 'spare'))).length
      for (let missing = spares - waiting; missing > 0 && !signal.aborted; missing--)
        await addSpare(folder, `${++made}.json`, servers)
      await dropEnded(folder, servers)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  const working = work()
  // Awaited at the end: until then tests report that there are no stores.
  working.catch((error: unknown) => console.error(error))
  cleanUp(t, async () => {
    stopping.abort()
    await working
  })
  return folder
}

async function addSpare(folder: string, name: string, { postgres, s3 }: Servers): Promise<void> {
  const [DATABASE_URL, bucket] = await Promise.all([postgres.newDatabase(), s3.newBucket()])
  const settings = { ...s3.settingsOf(bucket), DATABASE_URL }
  await writeFile(join(folder, name), JSON.stringify(settings))
  await rename(join(folder, name), join(folder, 'spare', name))
}

async function dropEnded(folder: string, { postgres, s3 }: Servers): Promise<void> {
  for (const name of await readdir(join(folder, 'taken'))) {
    if (isAlive(Number.parseInt(name, 10))) continue
    const file = join(folder, 'taken', name)
    const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    await postgres.dropDatabase(settings.DATABASE_URL ?? '')
    await s3.removeBucket(settings.S3_BUCKET ?? '')
    await rm(file)
  }
}
