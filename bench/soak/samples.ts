import { readdirSync, readFileSync } from 'node:fs'
import type { Cluster } from '../../test/support/processes/cluster.ts'
import { readRows } from '../../test/support/stores/database-access.ts'
import type { Machine } from '../../test/support/processes/machines.ts'
import { median } from '../measure.ts'

/** The memory growth allowed in the last quarter of a process's life over the previous one. */
const maxGrowth = 1.1
/** A life with fewer samples shows no growth: caches are still being filled. */
const minSamples = 40

type Sample = { residentMb: number; files: number }

/** The resources used by the machines of a cluster: memory, file descriptors, connections to PostgreSQL. */
export class Samples {
  readonly #cluster: Cluster
  readonly #begun = performance.now()
  /** By process: one that was killed starts over. */
  readonly #lives = new Map<number, { name: string; samples: Sample[] }>()
  readonly #connections: number[] = []

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  get seconds(): number {
    return Math.round((performance.now() - this.#begun) / 1000)
  }

  async take(): Promise<void> {
    const { webs, workers, folder } = this.#cluster
    const named: [string, Machine][] = [
      ['web 1', webs[0]],
      ['web 2', webs[1]],
      ['worker 1', workers[0]],
      ['worker 2', workers[1]],
    ]
    for (const [name, machine] of named) {
      const sample = sampleOf(machine.pid())
      if (sample === null) continue
      const life = this.#lives.get(machine.pid()) ?? { name, samples: [] }
      life.samples.push(sample)
      this.#lives.set(machine.pid(), life)
    }
    const [row] = await readRows(
      folder,
      "select count(*) as count from pg_stat_activity where application_name like 'gifwright %'",
    )
    this.#connections.push(Number(row?.count))
  }

  /** The current usage, in one line. */
  line(): string {
    const now = [...this.#lives.values()].map(({ name, samples }) => ({ name, last: samples.at(-1) }))
    const newest = new Map(now.map(({ name, last }) => [name, last]))
    const parts = [...newest].map(([name, last]) => `${name} ${last?.residentMb.toFixed(0)} MB`)
    return `${parts.join(', ')}, ${this.#connections.at(-1) ?? 0} connections`
  }

  /** The longest life of each machine by quarters, and the peak usage. */
  report(): string {
    const lines = this.#longest().map(({ name, samples }) => {
      const memory = quartersOf(samples.map(({ residentMb }) => residentMb))
      const files = quartersOf(samples.map((one) => one.files))
      return (
        `${name}: ${samples.length} samples, memory by quarters ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB, ` +
        `file descriptors ${files.join(', ')}`
      )
    })
    const connections = quartersOf(this.#connections)
    return [
      ...lines,
      `Connections to PostgreSQL by quarters ${connections.join(', ')}, at most ${Math.max(...this.#connections)}.`,
    ].join('\n')
  }

  /** Returns true if a machine's memory or file descriptors still grew after a long life. */
  grows(): boolean {
    return this.#longest().some(({ samples }) => {
      if (samples.length < minSamples) return false
      return [samples.map(({ residentMb }) => residentMb), samples.map(({ files }) => files)].some(
        (values) => {
          const [, , third = 0, last = 0] = quartersOf(values)
          return last > third * maxGrowth
        },
      )
    })
  }

  #longest() {
    const longest = new Map<string, { name: string; samples: Sample[] }>()
    for (const life of this.#lives.values())
      if (life.samples.length > (longest.get(life.name)?.samples.length ?? 0)) longest.set(life.name, life)
    return [...longest.values()]
  }
}

function quartersOf(values: readonly number[]): number[] {
  const quarter = values.length / 4
  return [0, 1, 2, 3].map((index) =>
    median(values.slice(Math.floor(index * quarter), Math.floor((index + 1) * quarter))),
  )
}

/** Null for a process that has ended. */
function sampleOf(pid: number): Sample | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (kilobytes === undefined) return null
    return { residentMb: Number(kilobytes) / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return null
  }
}
