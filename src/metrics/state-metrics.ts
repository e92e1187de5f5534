import { Gauge, type Registry } from 'prom-client'

/** The values that are read on each scrape. */
export type StateSources = {
  queue: () => Promise<{ waiting: number; processing: number }>
  /** 0 when no task waits. */
  oldestWaitMs: () => Promise<number>
  openConnections: () => Promise<number>
  renderProcesses: () => number
  freeBytes: () => Promise<number>
  /** Disk space for temporary files. */
  reservedBytes: () => number
  /** The checks of /readyz, and which of them fail. */
  checks: readonly string[]
  failingChecks: () => Promise<string[]>
}

/** The timeout of one value. */
const timeoutMs = 2000

/** Gauges of the current state. A value that is not available is left out, rather than repeated from before. */
export function stateMetrics(registers: Registry[], sources: StateSources): void {
  gauge(registers, 'gifwright_oldest_waiting_task_seconds', 'How long the oldest waiting task has waited.', {
    read: async () => (await sources.oldestWaitMs()) / 1000,
  })
  gauge(registers, 'gifwright_http_open_connections', 'Open client connections.', {
    read: sources.openConnections,
  })
  gauge(registers, 'gifwright_render_processes', 'Render processes, busy or idle.', {
    read: async () => sources.renderProcesses(),
  })
  gauge(registers, 'gifwright_disk_free_bytes', 'Free space on the disk of the data.', {
    read: sources.freeBytes,
  })
  gauge(
    registers,
    'gifwright_disk_reserved_bytes',
    'Disk space reserved for uploads and GIFs in progress, written or not.',
    { read: async () => sources.reservedBytes() },
  )
  gauge(registers, 'gifwright_tasks', 'Tasks that have not ended, by status.', {
    label: 'status',
    read: async () => Object.entries(await sources.queue()),
  })
  gauge(registers, 'gifwright_ready', 'The checks of /readyz: 1 passes, 0 fails.', {
    label: 'check',
    read: async () => {
      const failing = await sources.failingChecks()
      return sources.checks.map((check) => [check, failing.includes(check) ? 0 : 1])
    },
  })
}

type Source = { read: () => Promise<number> } | { label: string; read: () => Promise<[string, number][]> }

function gauge(registers: Registry[], name: string, help: string, one: Source): Gauge {
  const labelNames = 'label' in one ? [one.label] : []
  return new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      const values = await withTimeout<number | [string, number][]>(one.read()).catch(() => null)
      this.reset()
      if (values === null) {
        if (!('label' in one)) this.remove({})
      } else if (typeof values === 'number') this.set(values)
      else if ('label' in one) for (const [value, number] of values) this.set({ [one.label]: value }, number)
    },
  })
}

async function withTimeout<T>(read: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  return Promise.race([read, promise]).finally(() => clearTimeout(timer))
}
