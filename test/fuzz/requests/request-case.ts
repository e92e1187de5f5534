import { oneConnection, requestExactly } from '../../support/http/exact-request.ts'
import { expect, Fault } from '../fault.ts'
import type { Target } from '../target.ts'
import { judge } from './judge.ts'
import type { FuzzRequest } from './requests.ts'

const right = { path: '/api/categories' }

/**
 * Sends a request, judges its answer, and checks that the service is healthy after it. Returns status and error code.
 * Throws a Fault if a promise is broken.
 */
export async function requestCase(target: Target, request: FuzzRequest): Promise<string> {
  const answer = await requestExactly(target.url, request, oneConnection).catch((error: Error) => {
    throw new Fault(`no answer came: ${error.message}`)
  })
  const outcome = judge(request, answer, target.url)
  const next = await nextAnswer(target.url)
  expect(next.status === 200, `the next valid call is answered ${next.status}`)
  const faults = target.takeFaults()
  expect(faults.length === 0, `the log contains: ${faults.join(' ').slice(0, 2000)}`)
  return outcome
}

/** A connection that the service closed with its last answer may be found closed only now: then a new one is used. */
function nextAnswer(url: string) {
  const ask = () => requestExactly(url, right, oneConnection)
  return ask().catch(ask)
}
