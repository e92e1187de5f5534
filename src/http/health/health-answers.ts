import type { Readiness } from './readiness.ts'

const retryAfterSeconds = 5

export type HealthDeps = {
  readiness: Readiness
  /** Disk space reserved for temporary files. */
  reservedBytes: () => number
}

/** A JSON response for any server. */
export type HealthAnswer = { code: number; headers: Record<string, string>; body: string }

/** GET /healthz: the process answers. */
export function answerHealth(): HealthAnswer {
  return jsonAnswer(200, { status: 'ok' })
}

/**
 * GET /readyz: 200 if the process can take requests, with the reserved disk space; `degraded` with the names of the
 * failing checks if some requests are refused. Otherwise 503 with the names.
 */
export async function answerReadiness({ readiness, reservedBytes }: HealthDeps): Promise<HealthAnswer> {
  const { isReady, failing } = await readiness.health()
  if (!isReady) return unavailableAnswer('not ready', failing)
  const fault = failing.length === 0 ? { status: 'ok' } : { status: 'degraded', failing }
  return jsonAnswer(200, { ...fault, reserved_bytes: reservedBytes() })
}

/** GET /readyz/whole: like /readyz, but 503 while degraded. */
export async function answerWhole(deps: HealthDeps): Promise<HealthAnswer> {
  const { isReady, failing } = await deps.readiness.health()
  return isReady && failing.length > 0 ? unavailableAnswer('degraded', failing) : answerReadiness(deps)
}

function unavailableAnswer(status: string, failing: string[]): HealthAnswer {
  const answer = jsonAnswer(503, { status, failing })
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfterSeconds) } }
}

function jsonAnswer(code: number, body: object): HealthAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { code, headers, body: JSON.stringify(body) }
}
