import type { SearchObserver } from '../../catalogue/search-source.ts'
import type { SourceFetcher } from '../../creation/source-fetcher.ts'
import type { UnitOfWork } from '../../creation/task-queue.ts'
import type { DatabaseObserver } from '../../lib/database.ts'
import type { SpanOptions, Tracer } from '../../lib/tracing.ts'
import type { StoreObserver } from '../../media/observed-media-store.ts'
import type { TaskObserver } from '../../worker/task-observer.ts'
import type { TraceRun } from '../../worker/claim-run.ts'

/** Returns the observer, with a span for each statement within its parent. */
export function traceStatements(
  tracer: Tracer,
  system: 'sqlite' | 'postgresql',
  observer: DatabaseObserver,
): DatabaseObserver {
  return {
    ...observer,
    statement(tookMs, sql) {
      observer.statement(tookMs, sql)
      const { operation, table } = describeStatement(sql)
      tracer.record(table === null ? operation : `${operation} ${table}`, endingNow(tookMs), {
        kind: 'client',
        attributes: {
          'db.system.name': system,
          'db.operation.name': operation,
          ...(table !== null && { 'db.collection.name': table }),
        },
      })
    },
  }
}

/**
 * Returns the observer, with a span for each operation; for a file that is read, the span ends when the file is open.
 */
export function traceStore(tracer: Tracer, observer: StoreObserver): StoreObserver {
  return {
    ...observer,
    ended(operation, outcome, tookMs, startedAt) {
      observer.ended(operation, outcome, tookMs, startedAt)
      tracer.record(`store ${operation}`, { startedAt, tookMs }, outcomeOptions(outcome))
    },
  }
}

/** Returns the observer, with a span for each search in the index. */
export function traceSearch(tracer: Tracer, observer: SearchObserver): SearchObserver {
  return {
    ...observer,
    searched(match, seconds) {
      observer.searched(match, seconds)
      tracer.record('search index', endingNow(seconds * 1000), { attributes: { 'gifwright.match': match } })
    },
  }
}

/** Returns the observer, with a span for each stage of a run, and the outcome in the run's span. */
export function traceTasks(
  tracer: Tracer,
  observer: Omit<TaskObserver, 'turned'>,
): Omit<TaskObserver, 'turned'> {
  const note = (outcome: string, reason?: string) => {
    const span = tracer.current()
    span?.describe({
      'gifwright.outcome': outcome,
      ...(reason !== undefined && { 'gifwright.reason': reason }),
    })
    if (reason === 'internal' || reason === 'unavailable') span?.fail(reason)
  }
  return {
    ...observer,
    stageEnded(stage, tookMs) {
      observer.stageEnded(stage, tookMs)
      tracer.record(stage, endingNow(tookMs))
    },
    ended(outcome, reason) {
      observer.ended(outcome, reason)
      note(outcome, reason)
    },
    importEnded(outcome, reason) {
      observer.importEnded(outcome, reason)
      note(outcome, reason)
    },
    derivationEnded(outcome, reason) {
      observer.derivationEnded(outcome, reason)
      note(outcome, reason)
    },
    triedAgain(reason) {
      observer.triedAgain(reason)
      note('retried', reason)
    },
  }
}

/** Runs a claimed task in the trace of the request that submitted it, after a span for its wait in the queue. */
export function traceRuns(tracer: Tracer): TraceRun {
  return async (claim, run) => {
    const isOfGif = 'request' in claim
    const trace = isOfGif ? (claim.trace ?? null) : null
    const waitedMs = isOfGif ? claim.waitedMs : null
    if (trace !== null && waitedMs !== null)
      tracer.recordIn(trace, 'queue', { startedAt: performance.now() - waitedMs, tookMs: waitedMs })
    const span = tracer.start(`${claim.kind} run`, trace, {
      kind: 'consumer',
      attributes: { 'gifwright.attempt': claim.attempt },
    })
    await span.within(run).finally(() => span.end())
  }
}

/** Returns the sources with a span for each fetch, which names only the host of the address. */
export function traceSources<T extends SourceFetcher>(tracer: Tracer, sources: T): T {
  return {
    ...sources,
    fetch: (url, folder, options) =>
      tracer.run('fetch source', { kind: 'client', attributes: { 'server.address': url.hostname } }, () =>
        sources.fetch(url, folder, options),
      ),
  }
}

/** Returns the unit of work with a span for its transaction, which publishes a GIF. */
export function tracePublishing(tracer: Tracer, unitOfWork: UnitOfWork): UnitOfWork {
  return { inTransaction: (work) => tracer.run('publish', {}, () => unitOfWork.inTransaction(work)) }
}

function endingNow(tookMs: number) {
  return { startedAt: performance.now() - tookMs, tookMs }
}

function outcomeOptions(outcome: string): SpanOptions {
  return { kind: 'client', attributes: { 'gifwright.outcome': outcome } }
}

/** Extracts the operation and the table of a statement, without its values and columns. */
export function describeStatement(sql: string | undefined): { operation: string; table: string | null } {
  if (sql === undefined) return { operation: 'statement', table: null }
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql)?.[1] ?? null
  return { operation, table }
}
