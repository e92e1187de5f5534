import { Gauge, type Registry } from 'prom-client'

/** What is looked at when somebody asks for the metrics. */
export type StateSources = {
  queue: () => Promise<{ waiting: number; processing: number }>
  /** 0 when none waits. */
  oldestWaitMs: () => Promise<number>
  openConnections: () => Promise<number>
  renderProcesses: () => number
  freeBytes: () => Promise<number>
  /** Of the disk, for temporary files. */
  reservedBytes: () => number
  /** The checks of /readyz, and which of them fail. */
  checks: readonly string[]
  failingChecks: () => Promise<string[]>
}

/** How long one look may take. */
const maxLookMs = 2000

/** Gauges of how things stand. One that cannot be told now is left out, rather than told as it was once. */
export function stateMetrics(registers: Registry[], sources: StateSources): void {
  gauge(registers, 'gifwright_oldest_waiting_task_seconds', 'How long the oldest waiting task has waited.', {
    look: async () => (await sources.oldestWaitMs()) / 1000,
  })
  gauge(registers, 'gifwright_http_open_connections', 'Connections of clients that are open.', {
    look: sources.openConnections,
  })
  gauge(registers, 'gifwright_render_processes', 'Render processes that live, at work or waiting for it.', {
    look: async () => sources.renderProcesses(),
  })
  gauge(registers, 'gifwright_disk_free_bytes', 'Free room on the disk of the data.', {
    look: sources.freeBytes,
  })
  gauge(
    registers,
    'gifwright_disk_reserved_bytes',
    'Disk space reserved for uploads and GIFs in progress, written or not.',
    { look: async () => sources.reservedBytes() },
  )
  gauge(registers, 'gifwright_tasks', 'Tasks that have not ended, by status.', {
    label: 'status',
    look: async () => Object.entries(await sources.queue()),
  })
  gauge(registers, 'gifwright_ready', 'The checks of /readyz: 1 passes, 0 fails.', {
    label: 'check',
    look: async () => {
      const failing = await sources.failingChecks()
      return sources.checks.map((check) => [check, failing.includes(check) ? 0 : 1])
    },
  })
}

type Look = { look: () => Promise<number> } | { label: string; look: () => Promise<[string, number][]> }

function gauge(registers: Registry[], name: string, help: string, one: Look): Gauge {
  const labelNames = 'label' in one ? [one.label] : []
  return new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      const values = await inTime<number | [string, number][]>(one.look()).catch(() => null)
      this.reset()
      if (values === null) {
        if (!('label' in one)) this.remove({})
      } else if (typeof values === 'number') this.set(values)
      else if ('label' in one) for (const [value, number] of values) this.set({ [one.label]: value }, number)
    },
  })
}

async function inTime<T>(look: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), maxLookMs)
  return Promise.race([look, promise]).finally(() => clearTimeout(timer))
}
