import assert from 'node:assert/strict'
import test from 'node:test'
import { runEach } from '#src/lib/run-at-once.ts'

test('every step is run to its end, in order, also after a failed one, and the first error is thrown', async () => {
  const run: string[] = []
  const step = (name: string, fault?: Error) => async () => {
    await new Promise(setImmediate)
    run.push(name)
    if (fault !== undefined) throw fault
  }
  const first = new Error('the first')
  const steps = [step('one'), step('two', first), step('three', new Error('the second')), step('four')]
  await assert.rejects(runEach(steps), first)
  assert.deepEqual(run, ['one', 'two', 'three', 'four'])
  await runEach([step('five')])
})
