import { execFileSync } from 'node:child_process'
import { assignFiles, fullFiles, readGroups } from './groups.ts'
import { groupJob, type Job, plantedJob } from './run-jobs.ts'

type Options = { seed: number; only: string[]; list: string | undefined }
type Started = { jobs: Job[]; close?: () => Promise<void> }
type Part = { about: string; start(options: Options): Started | Promise<Started> }

/** The parts for files that only the full run includes, with the prefixes of these files. */
const fullParts: Record<string, { about: string; paths: string[]; prepare?: () => void }> = {
  kills: {
    about: 'killed processes, full disks, unreachable machines and databases',
    paths: ['test/e2e/', 'test/cluster/'],
  },
  media: {
    about: 'long, large and damaged media; every codec, decoder and option',
    paths: ['test/render/'],
  },
  browser: {
    about: 'further pages and flows of the site, widths, languages and devices',
    paths: ['test/site/', 'test/clients/'],
  },
  image: {
    about: 'builds the image and starts it',
    paths: ['test/image/'],
    prepare: () => void execFileSync('bash', ['scripts/setup.sh', '--image'], { stdio: 'inherit' }),
  },
}

/** The parts of the full run. */
export const parts: Record<string, Part> = {
  usual: {
    about: 'the files of `npm test`, with all cases',
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
    about: 'all files that use stores, on PostgreSQL and S3 instead of SQLite and a folder',
    start: async ({ seed, only }) => {
      // Loaded late, because it loads Node's test runner, which would then run in each process that lists the parts.
      const { openCluster } = await import('../cluster/open-cluster.ts')
      const cluster = await openCluster([...readGroups().flatMap(({ files }) => files), ...fullFiles()])
      const env = { TEST_SEED: String(seed), TEST_CLUSTER: cluster.pool }
      // One process per file: its databases and buckets are dropped when it ends.
      return { jobs: chosen(cluster.files, only).map((file) => fileJob(file, env)), close: cluster.close }
    },
  },
  planted: {
    about: 'faults planted in the source: `npm test` must catch each',
    start: ({ list }) => ({ jobs: [plantedJob(list)] }),
  },
}

export const partNames = Object.keys(parts)

function filesOf(part: string): string[] {
  const paths = Object.fromEntries(Object.entries(fullParts).map(([name, { paths: own }]) => [name, own]))
  return assignFiles(fullFiles(), paths).find(({ name }) => name === part)?.files ?? []
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
