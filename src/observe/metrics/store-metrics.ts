import { Counter, Histogram, type Registry } from 'prom-client'
import type { StoreObserver } from '../../media/observed-media-store.ts'

/** Metrics of the media store, files in a folder or a bucket alike. */
export function storeMetrics(registers: Registry[]): StoreObserver {
  const operations = new Counter({
    name: 'gifwright_store_operations_total',
    help: 'Operations of the media store by outcome: ok, not_found, fault, cut (the reader went away).',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'gifwright_store_operation_seconds',
    help: 'Duration of operations of the media store; of read: until the file was opened.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10, 60],
    registers,
  })
  const bytes = new Counter({
    name: 'gifwright_store_bytes_total',
    help: 'Bytes that went into the media store, and that came out of it.',
    labelNames: ['direction'],
    registers,
  })
  for (const operation of ['put', 'fetch', 'stat', 'read']) operations.inc({ operation, outcome: 'fault' }, 0)
  for (const direction of ['in', 'out']) bytes.inc({ direction }, 0)
  return {
    ended(operation, outcome, tookMs) {
      operations.inc({ operation, outcome })
      durations.observe({ operation }, tookMs / 1000)
    },
    transferred: (direction, count) => bytes.inc({ direction }, count),
  }
}
