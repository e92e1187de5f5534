import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import type { MediaEngine, RenderOptions } from '#src/media/media-engine.ts'
import { DecoderCheck } from '#src/worker/decoder-check.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { makeFolder, startPool } from '../support/rendering/rendering.ts'
import { until } from '../support/until.ts'

const log = pino({ level: 'silent' })
const seldom = { holdsForMs: 3_600_000, retryMs: 3_600_000 }

/** An engine in place of the pool, with the outcome of each run specified here. */
async function startCheck(t: TestContext, times = seldom) {
  const fake = { runs: 0, fault: null as Error | null, frames: 2 }
  const render = async (_plan: unknown, _folder: string, { signal }: RenderOptions) => {
    fake.runs += 1
    signal.throwIfAborted()
    if (fake.fault !== null) throw fake.fault
    return { frames: fake.frames }
  }
  const mediaEngine = { render } as unknown as MediaEngine
  let check: DecoderCheck | undefined
  // Before its working folder is removed.
  t.after(() => check?.stop())
  const workspaces = new Workspaces(join(await makeFolder(t), 'work'))
  check = new DecoderCheck({ mediaEngine, workspaces, log }, times)
  return { check, fake }
}

test('the clip of the decoder check is decoded by the real decoders in the sandbox', async (t) => {
  const workspaces = new Workspaces(join(await makeFolder(t), 'work'))
  const check = new DecoderCheck({ mediaEngine: startPool(t), workspaces, log }, seldom)
  t.after(() => check.stop())
  check.start()
  await check.check()
})

test('the decoder is tried once for any number of checks, and again after a tool failed', async (t) => {
  const { check, fake } = await startCheck(t, { ...seldom, retryMs: 0 })
  check.start()
  await Promise.all(Array.from({ length: 50 }, () => check.check()))
  for (let call = 0; call < 50; call++) await check.check()
  assert.equal(fake.runs, 1)
  fake.fault = new Error('no sandbox')
  for (let failures = 0; failures < 50; failures++) check.toolFailed()
  await until('it is tried again', () => fake.runs > 1)
  await until('it fails', async () => (await outcome(check)) === 'no sandbox')
})

test('failures of tools start at most one run per interval', async (t) => {
  const { check, fake } = await startCheck(t)
  check.start()
  await check.check()
  for (let failures = 0; failures < 50; failures++) check.toolFailed()
  await new Promise(setImmediate)
  assert.equal(fake.runs, 1)
})

test('an outdated outcome is refreshed on request, and the caller does not wait for it', async (t) => {
  const { check, fake } = await startCheck(t, { ...seldom, holdsForMs: 0 })
  check.start()
  await check.check()
  fake.fault = new Error('no sandbox')
  await check.check()
  await until('it fails', async () => (await outcome(check)) === 'no sandbox')
})

test('a failed decoder is tried until it works, without any request', async (t) => {
  const { check, fake } = await startCheck(t, { ...seldom, retryMs: 1 })
  fake.frames = 1
  check.start()
  await assert.rejects(check.check(), /1 frames/)
  await until('it is tried again', () => fake.runs > 3)
  fake.frames = 2
  await until('it works', async () => (await outcome(check)) === 'ok')
})

async function outcome(check: DecoderCheck): Promise<string> {
  return check.check().then(
    () => 'ok',
    (error: Error) => error.message,
  )
}
