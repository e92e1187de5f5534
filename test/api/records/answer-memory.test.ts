import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { answerMemory, keepWhenSent, sendJson } from '#src/http/records/answer-memory.ts'
import { until } from '../../support/until.ts'

const addressOf = (answer: Buffer) => answer.buffer

test('the memory of an answer is reused once it is sent, and never before', async (t) => {
  const app = fastify()
  const answers: Buffer[] = []
  app.get('/:id/:length', (request, reply) => {
    const { id, length } = request.params as { id: string; length: string }
    const answer = answerMemory(Number(length)).fill(id)
    answers.push(answer)
    return sendJson(reply, answer)
  })
  t.after(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  // One that nobody reads until the end: more than the system buffers at once.
  const chunks: Buffer[] = []
  const slow = connect(Number(new URL(url).port), '127.0.0.1')
  await once(slow, 'connect')
  const large = 1_000_000
  slow.write(`GET /slow/${large} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8))
  slow.pause()
  await until('the slow answers are made', () => answers.length > 0)
  const unread = answers.length

  const lengths = [8192, 20_000, 60_000, 143_000, large]
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const [id, length] = [`${round}-${index};`, lengths[index % lengths.length] ?? 0]
        const method = index % 7 === 0 ? 'HEAD' : 'GET'
        const body = await (await fetch(`${url}/${encodeURIComponent(id)}/${length}`, { method })).text()
        if (method === 'GET') assert.ok(body === Buffer.alloc(length, id).toString(), `${id} ${length}`)
      }),
    )
  }
  const memory = new Set(answers.slice(unread).map(addressOf))
  assert.ok(memory.size < 100, `${memory.size} pieces of memory for ${answers.length} answers`)

  slow.on('data', (chunk: Buffer) => chunks.push(chunk)).resume()
  const expected = Buffer.alloc(large, 'slow').toString()
  await until('the slow answers are read', () => Buffer.concat(chunks).length > 8 * large)
  const bodies = Buffer.concat(chunks).toString().split('HTTP/1.1 200 OK').slice(1)
  assert.equal(bodies.length, 8)
  for (const body of bodies) assert.ok(body.slice(body.indexOf('\r\n\r\n') + 4) === expected)
  slow.destroy()
})

test('answers that end early, and small or huge ones, keep no memory', async (t) => {
  const app = fastify()
  const closed: Promise<unknown>[] = []
  app.get('/:length', (request, reply) => {
    const { length } = request.params as { length: string }
    const answer = answerMemory(Number(length))
    keepWhenSent(reply.raw, answer)
    made = addressOf(answer)
    closed.push(once(reply.raw, 'close'))
    reply.raw.destroy()
  })
  t.after(() => app.close())
  let made: ArrayBufferLike | undefined
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await assert.rejects(fetch(`${url}/300000`))
  await Promise.all(closed)
  assert.notEqual(addressOf(answerMemory(300_000)), made)

  for (const length of [0, 100, 8191, 2 ** 20 + 1, 3_000_000])
    assert.equal(answerMemory(length).length, length)
})
