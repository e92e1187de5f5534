import { Gauge, type Registry } from 'prom-client'

/** The time limit for reading one value. */
const timeoutMs = 2000

type Source = { read: () => Promise<number> } | { label: string; read: () => Promise<[string, number][]> }

/** A gauge that is read on each scrape. It is left out if it has no value or takes too long. */
export function gauge(registers: Registry[], name: string, help: string, one: Source): Gauge {
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
