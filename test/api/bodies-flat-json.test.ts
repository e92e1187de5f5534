import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Fields, TextBuffer } from '#src/http/bodies/fields.ts'
import { JsonReader, readFlatJson } from '#src/http/bodies/json-reader.ts'
import { Uploads } from '#src/http/bodies/uploads.ts'
import { anyText } from '../support/hostile-texts.ts'
import { randomRuns } from '../support/full-run.ts'

async function readAny(body: Buffer): Promise<Record<string, unknown> | null> {
  const fields = new Fields(1000)
  const reader = new JsonReader(fields, new Uploads(null), new TextBuffer(2 ** 16))
  try {
    await reader.write(Buffer.from(body))
    await reader.end()
    return fields.values
  } catch {
    return null
  }
}

const key = fc.oneof(fc.constantFrom('q', 'tags', 'tags[]', '__proto__', '1', '0', ''), anyText)
const value = fc.oneof(anyText, fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 1 }))
const space = fc.constantFrom('', ' ', '\n\t')
const objects = fc
  .array(fc.tuple(key, value, space), { maxLength: 6 })
  .map((pairs) =>
    Buffer.from(
      `{${pairs.map(([k, v, s]) => `${s}${JSON.stringify(k)}${s}:${s}${JSON.stringify(v)}`).join(',')}}`,
    ),
  )
const damaged = fc
  .tuple(objects, fc.nat(), fc.constantFrom(...Buffer.from('"{}[]:,\\a\u00ff')))
  .map(([body, at, byte]) => {
    body[at % body.length] = byte
    return body
  })

test('a small flat JSON body is parsed synchronously with the same result as the general reader', async () => {
  let flat = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(objects, damaged), async (body) => {
      const fields = new Fields(1000)
      if (!readFlatJson(body, fields)) {
        assert.deepEqual(Object.keys(fields.values), [])
        return
      }
      flat++
      assert.deepEqual(fields.values, await readAny(body))
    }),
    randomRuns(2000, 500),
  )
  assert.ok(flat > 10, `${flat} were flat`)
})

test('repeated keys, escapes, nested values and long bodies go to the general reader', () => {
  const bodies = [
    '{"q":"a","q":"b"}',
    '{"q":"\\u0061"}',
    '{"tags":["a"]}',
    '{"q":{}}',
    '[]',
    '"q"',
    '{"q"',
    '',
  ]
  for (const body of [...bodies, `{"q":"${'a'.repeat(5000)}"}`])
    assert.equal(readFlatJson(Buffer.from(body), new Fields(10)), false, body)
})
