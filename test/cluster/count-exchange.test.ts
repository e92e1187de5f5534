import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test, type TestContext } from 'node:test'
import { CountExchange } from '#src/cluster/count-exchange.ts'
import { type Channel, checkMessage, type Messages } from '#src/cluster/messages.ts'
import { cleanUp } from '../support/clean-up.ts'

const max = 100
const options = { name: 'read', windowMs: 60_000, maxKeys: 20_000 }

/** Machines that receive each other's messages immediately, and a manually set clock. */
function instance(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const emitter = new EventEmitter()
  const sent: string[] = []
  const time = { now: 0, isCut: false }
  const machine = () => {
    const gaps: (() => void)[] = []
    const messages: Messages = {
      publish(channel: Channel, payload: string) {
        checkMessage(payload)
        sent.push(payload)
        if (!time.isCut) emitter.emit(channel, payload)
      },
      subscribe(channel, listener) {
        emitter.on(channel, listener)
        return () => emitter.off(channel, listener)
      },
      onGap(listener) {
        gaps.push(listener)
        return () => undefined
      },
      close: async () => undefined,
    }
    const exchange = new CountExchange({ messages, secret: 'secret', now: () => time.now })
    cleanUp(t, async () => exchange.close())
    const counter = exchange.counter(options)
    /** The number of allowed calls among the given ones. */
    const call = (key: string, times: number) => {
      let allowed = 0
      for (let time = 0; time < times; time++) if (counter.add(key, max).remaining >= 0) allowed++
      return allowed
    }
    return { exchange, counter, call, gap: () => gaps.forEach((tell) => tell()) }
  }
  const pass = (ms: number) => {
    time.now += ms
    t.mock.timers.tick(ms)
  }
  return { machine, pass, sent, time, emitter }
}

test('the counts of one machine are known to the others a second later, and refuse clients there', (t) => {
  const { machine, pass } = instance(t)
  const [one, other] = [machine(), machine()]
  assert.equal(one.call('a', 90), 90)
  assert.equal(other.call('a', 1), 1)
  pass(1000)
  assert.equal(other.call('a', 50), 9)
  pass(1000)
  assert.equal(one.call('a', 50), 0, "the first machine knows of the other's ten")
  assert.equal(other.call('b', 50), 50, 'other clients are not affected')
  const { remaining, resetSeconds } = other.counter.add('a', max)
  assert.ok(remaining < 0)
  assert.equal(resetSeconds, 58)
})

test('N machines allow a client its limit, the calls they answer within a second, and a twentieth each', (t) => {
  for (const count of [2, 4, 8]) {
    const { machine, pass } = instance(t)
    const machines = Array.from({ length: count }, machine)
    let allowed = 0
    // The given number of calls to each machine per second, for a minute.
    const callsPerSecond = 2
    for (let second = 0; second < 59; second++) {
      for (const { call } of machines) allowed += call('a', callsPerSecond)
      pass(1000)
    }
    const bound = max + (count - 1) * (callsPerSecond + max / 20)
    assert.ok(allowed >= max && allowed <= bound, `${allowed} on ${count} machines, at most ${bound}`)
    t.mock.timers.reset()
  }
})

test('the counts of a window that has ended refuse nobody', (t) => {
  const { machine, pass } = instance(t)
  const [one, other] = [machine(), machine()]
  one.call('a', 200)
  pass(1000)
  assert.equal(other.call('a', 5), 0)
  pass(59_000)
  assert.equal(one.call('a', 5), 5)
  pass(2000)
  assert.equal(other.call('a', 5), 5)
})

test('each count ends with its own window', (t) => {
  const { machine, pass } = instance(t)
  const [one, other] = [machine(), machine()]
  one.call('a', 40)
  pass(1000)
  pass(29_000)
  one.call('b', 40)
  // The counts arrive during the first window: counts that arrive after all windows have ended clear the others.
  pass(1000)
  pass(30_000)
  assert.equal(other.call('a', 200), max, "the first client's window has ended")
  assert.equal(other.call('b', 200), max - 40)
})

test('nothing is sent about clients far from their limit, and only one message about a client beyond it', (t) => {
  const { machine, pass, sent } = instance(t)
  const one = machine()
  for (let client = 0; client < 5000; client++) one.call(`client ${client}`, 4)
  pass(1000)
  assert.deepEqual(sent, [])
  for (let second = 0; second < 10; second++) {
    one.call('a', 500)
    pass(1000)
  }
  assert.equal(sent.length, 1)
})

test('30,000 clients near their limits take ten messages per second, none too long', (t) => {
  const { machine, pass, sent } = instance(t)
  const one = machine()
  for (let client = 0; client < 30_000; client++) one.call(`2001:db8:0:${client}::/64`, 6)
  pass(1000)
  assert.equal(sent.length, 10)
  for (let second = 0; second < 20; second++) pass(1000)
  const told = sent.flatMap((text) =>
    (JSON.parse(text) as { counts: [string][] }).counts.map(([name]) => name),
  )
  assert.equal(new Set(told).size, told.length)
  assert.ok(told.length > 10_000)
  assert.doesNotMatch(sent.join(''), /2001/)
})

test('without messages each machine limits by itself; once they are back all counts are sent again', (t) => {
  const { machine, pass, time } = instance(t)
  const [one, other] = [machine(), machine()]
  time.isCut = true
  assert.equal(one.call('a', 500), 100)
  pass(1000)
  assert.equal(other.call('a', 50), 50)
  time.isCut = false
  one.gap()
  pass(1000)
  assert.equal(other.call('a', 50), 0)
})

test('a message that cannot be parsed changes nothing', (t) => {
  const { machine, emitter } = instance(t)
  const one = machine()
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"from":"x"}',
    '{"from":"x","counts":[["a","many",1]]}',
    '{"from":1,"counts":[]}',
  ])
    emitter.emit('counts', text)
  assert.equal(one.call('a', 150), 100)
})
