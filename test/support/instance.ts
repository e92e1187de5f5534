import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, loadConfig } from '#src/config/config.ts'

type Settings = Record<string, string | undefined>

/** The folder in which `npm run test:full -- cluster` provides databases and buckets; unset: SQLite and a folder. */
const pool = process.env.TEST_CLUSTER

/** The time that a test waits for its stores: the runner makes them ahead. */
const spareTimeoutMs = 60_000

/** The stores that the data folders of this process use in place of files. */
const taken = new Map<string, Record<string, string>>()

/** Makes every process of a data folder use these stores, whatever the other tests use. */
export function useStores(folder: string, stores: Record<string, string>): void {
  taken.set(resolve(folder), stores)
}

/** True if the tests run on PostgreSQL and S3 instead of SQLite and a folder. */
export const onCluster = pool !== undefined

/** The option of a test about SQLite, or about the files of a data folder. */
export function onOneMachine(reason: string): { skip: string | false } {
  return { skip: onCluster && `Only on one machine: ${reason}` }
}

/**
 * The settings of an instance: as given, or with the database and the bucket of its DATA_DIR, in the `cluster` part of
 * the full run or after `useStores`. Every process of an instance must get the same ones.
 */
export function instanceSettings<Given extends Settings>(given: Given): Given & Record<string, string> {
  const folder = given.DATA_DIR
  const path = resolve(folder ?? '')
  if (folder !== undefined && pool !== undefined && !taken.has(path)) taken.set(path, takeSpare(pool))
  return { ...(folder !== undefined && taken.get(path)), ...given }
}

/** Returns true if the database of an instance is a file in its data folder. */
export function usesSqlite(folder: string): boolean {
  return instanceSettings({ DATA_DIR: folder }).DATABASE_URL === undefined
}

/** The configuration of an instance: see `instanceSettings`. */
export function testConfig(given: Settings): Config {
  return loadConfig(instanceSettings(given))
}

/** A rename succeeds for one process only. The runner removes the stores of ended processes. */
function takeSpare(folder: string): Record<string, string> {
  const deadline = performance.now() + spareTimeoutMs
  for (;;) {
    for (const name of readdirSync(join(folder, 'spare'))) {
      const own = join(folder, 'taken', `${process.pid}-${name}`)
      try {
        renameSync(join(folder, 'spare', name), own)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
        throw error
      }
      return JSON.parse(readFileSync(own, 'utf8')) as Record<string, string>
    }
    if (performance.now() > deadline) throw new Error('the runner makes no databases and buckets')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
}
