import type { Readiness } from './readiness.ts'

const retryAfterSeconds = 5

export type HealthDeps = {
  readiness: Pick<Readiness, 'failing'>
  /** Disk space reserved for temporary files. */
  reservedBytes: () => number
}

/** An answer of JSON, whatever server sends it. */
export type HealthAnswer = { code: number; headers: Record<string, string>; body: string }

/** GET /healthz: the process answers. */
export function answerHealth(): HealthAnswer {
  return jsonAnswer(200, { status: 'ok' })
}

/**
 * GET /readyz: the service can work, and how much disk space is reserved, or else 503 with the names of the failing
 * checks.
 */
export async function answerReadiness({ readiness, reservedBytes }: HealthDeps): Promise<HealthAnswer> {
  const failing = await readiness.failing()
  if (failing.length === 0) return jsonAnswer(200, { status: 'ok', reserved_bytes: reservedBytes() })
  const answer = jsonAnswer(503, { status: 'not ready', failing })
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfterSeconds) } }
}

function jsonAnswer(code: number, body: object): HealthAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { code, headers, body: JSON.stringify(body) }
}
