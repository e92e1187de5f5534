import { execFileSync } from 'node:child_process'
import { noPostgres } from '../support/servers/postgres.ts'
import { noS3 } from '../support/servers/s3.ts'
import { openInstancePool } from '../cluster/instance-pool.ts'
import { leftOut } from '../cluster/left-out.ts'
import { fullFiles, readGroups } from './groups.ts'
import { groupJob, type Job, plantedJob } from './run-jobs.ts'

type Options = { seed: number; only: string[]; list: string | undefined }
type Started = { jobs: Job[]; atOnce?: number; close?: () => Promise<void> }
type Part = { about: string; start(options: Options): Started | Promise<Started> }

/** Files that only the full run has, those of each part by the beginnings of their paths. */
const fullParts: Record<string, { about: string; paths: string[]; prepare?: () => void }> = {
  kills: {
    about: 'processes killed, disks full, machines and databases away',
    paths: ['test/e2e/', 'test/cluster/'],
  },
  media: {
    about: 'long and large media, every decoder and every option',
    paths: ['test/render/', 'test/gif/', 'test/fuzz/'],
  },
  browser: {
    about: 'every page and flow of the site, at every width',
    paths: ['test/site/', 'test/clients/'],
  },
  others: { about: 'what else takes long', paths: ['test/'] },
  image: {
    about: 'the image, made and started',
    paths: ['test/image/'],
    prepare: () => void execFileSync('bash', ['scripts/setup.sh', '--image'], { stdio: 'inherit' }),
  },
}

/** The parts of the full run. */
export const parts: Record<string, Part> = {
  usual: {
    about: 'what npm test runs, with the full numbers of random cases',
    start: ({ seed, only }) => ({
      jobs: readGroups()
        .map(({ name, files }) => ({ name, files: chosen(files, only) }))
        .filter(({ files }) => files.length > 0)
        .map(({ name, files }) => groupJob(name, files, fullRun(seed))),
    }),
  },
  ...Object.fromEntries(
    Object.entries(fullParts).map(([name, { about, prepare }]) => [
      name,
      {
        about,
        start: ({ seed, only }: Options) => {
          prepare?.()
          return { jobs: chosen(filesOf(name), only).map((file) => fileJob(file, fullRun(seed))) }
        },
      },
    ]),
  ),
  cluster: {
    about:
      'every file that has to do with stores, with PostgreSQL and S3 in the place of SQLite and a folder',
    start: startCluster,
  },
  planted: {
    about: 'faults put into the source, each of which npm test is to find',
    start: ({ list }) => ({ jobs: [plantedJob(list)] }),
  },
}

export const partNames = Object.keys(parts)

function filesOf(part: string): string[] {
  const owners = Object.entries(fullParts)
    .flatMap(([name, { paths }]) => paths.map((path) => ({ name, path })))
    .toSorted((a, b) => b.path.length - a.path.length)
  return fullFiles().filter((file) => owners.find(({ path }) => file.startsWith(path))?.name === part)
}

async function startCluster({ seed, only }: Options): Promise<Started> {
  const missing = noPostgres || noS3
  if (missing !== false) throw new Error(missing)
  const all = [...readGroups().flatMap(({ files }) => files), ...fullFiles()].toSorted()
  const unused = Object.keys(leftOut).filter((start) => !all.some((file) => file.startsWith(start)))
  if (unused.length > 0) throw new Error(`left-out.ts names what does not exist: ${unused.join(', ')}`)
  const files = all.filter((file) => !Object.keys(leftOut).some((start) => file.startsWith(start)))
  const ends: (() => Promise<void>)[] = []
  const pool = await openInstancePool({ after: (action) => void ends.push(action) })
  return {
    // A process a file: what its tests took is dropped when it ends.
    jobs: chosen(files, only).map((file) => fileJob(file, { TEST_SEED: String(seed), TEST_CLUSTER: pool })),
    close: async () => {
      for (const end of ends.toReversed()) await end()
    },
  }
}

function fullRun(seed: number): Record<string, string> {
  return { TEST_RUN: 'full', TEST_SEED: String(seed) }
}

function chosen(files: string[], only: string[]): string[] {
  return only.length > 0 ? files.filter((file) => only.includes(file)) : files
}

function fileJob(file: string, env: Record<string, string>): Job {
  const name = file.replace(/^test\//, '').replace(/(?:\.full)?\.test\.ts$/, '')
  return groupJob(name.replaceAll('/', '-'), [file], env)
}
