import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#src/lib/app-error.ts'
import { describeError, hideSecrets } from '#src/lib/log/log-lines.ts'
import { randomRuns } from '../support/full-run.ts'

test('the log contains only the safe parts of an error, and the whole chain of causes', () => {
  const inner = Object.assign(new TypeError('Invalid URL'), {
    code: 'ERR_INVALID_URL',
    input: 'https://a:secret@example.org/',
    rawPacket: Buffer.from('GET /secret'),
  })
  const line = describeError(new AppError('internal', 'It broke.', { cause: inner, field: 'url' }))
  assert.ok(typeof line === 'object')
  assert.deepEqual(Object.keys(line), ['type', 'message', 'code', 'stack', 'cause'])
  assert.ok(typeof line.cause === 'object')
  assert.deepEqual(
    [line.type, line.code, line.cause.type, line.cause.code],
    ['AppError', 'internal', 'TypeError', 'ERR_INVALID_URL'],
  )
  assert.doesNotMatch(JSON.stringify(line), /secret/)
})

test('the output of a tool is logged as the cause, cut if it is endless', () => {
  const line = describeError(new AppError('media_broken', 'x', { cause: 'moov atom not found' }))
  assert.ok(typeof line === 'object')
  assert.equal(line.cause, 'moov atom not found')
  const long = describeError(new Error('x'.repeat(100_000)))
  assert.ok(JSON.stringify(long).length < 20_000)
})

test('cyclic causes end', () => {
  const error = new Error('a')
  error.cause = error
  assert.ok(JSON.stringify(describeError(error)).length < 100_000)
})

test('only the host of an address is logged, and of a path neither its query nor a token', () => {
  for (const [said, told] of [
    [
      'cannot open https://user:word@example.org:8443/a/b?sig=1#x: gone',
      'cannot open https://example.org:8443/...',
    ],
    ["<a href='http://[::1]:80/x'>", "<a href='http://[::1]:80/..."],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['GET /media/gifs/abc/gif.gif?expires=1&signature=2 failed', 'GET /media/gifs/abc/gif.gif?... failed'],
    ['HTTPS://EXAMPLE.ORG/SECRET', 'HTTPS://EXAMPLE.ORG/...'],
    ['token gw_0123456789abcdef was', 'token gw_... was'],
    ['why? because', 'why? because'],
  ] as const)
    assert.equal(hideSecrets(said).replace(/ gone$/, ''), told)
})

test('any content of a line leaves it valid JSON', () => {
  const piece = fc.oneof(
    fc.constantFrom('https://', 'a:b@', '?x=', '/', '"', '\\', '\n', 'gw_', 'abcdefgh', ' '),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      const line: unknown = JSON.parse(hideSecrets(JSON.stringify({ level: 30, text, after: 1 })))
      assert.ok(typeof line === 'object' && line !== null)
      assert.deepEqual(Object.keys(line), ['level', 'text', 'after'])
    }),
    randomRuns(500),
  )
})

test('redacting secrets takes time proportional to the length of the line', () => {
  for (const piece of ['http://', '?', '?a', 'gw_', '/', 'a@', '?='])
    assert.ok(hideSecrets(piece.repeat(200_000)).length > 0)
})
