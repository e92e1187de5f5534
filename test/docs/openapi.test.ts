import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { shareSchemas } from '#src/http/api/openapi.ts'
import { startApp } from '../support/app.ts'

test('the OpenAPI document follows all rules that redocly recommends, and states each shape once', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const source = await (await app.fetch('/api/openapi.json')).text()
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )

  const { schemas } = (JSON.parse(source) as { components: { schemas: object } }).components
  for (const name of ['Gif', 'Rendition', 'Error', 'TextLayer', 'CreationStatus', 'CreateFromUrlBody'])
    assert.ok(name in schemas, name)
  const shapes = new Map<string, number>()
  JSON.parse(source, (_key, value: unknown) => {
    if (Object(value) === value && Reflect.has(value as object, 'properties')) {
      const text = JSON.stringify(value)
      shapes.set(text, (shapes.get(text) ?? 0) + 1)
    }
    return value
  })
  const repeated = [...shapes].filter(([text, count]) => count > 1 && text.length > 400)
  assert.deepEqual(repeated, [])
})

test('schemas with a title become components, and a value that is called title does not', () => {
  const id = { type: 'string' }
  const inner = { type: 'object', title: 'Inner', properties: { title: id } }
  const outer = { type: 'object', title: 'Outer', properties: { inner } }
  const document = { components: { securitySchemes: {} }, paths: { a: [outer, inner] } }
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  assert.deepEqual(shareSchemas(document), {
    components: {
      securitySchemes: {},
      schemas: {
        Inner: { type: 'object', properties: { title: id } },
        Outer: { type: 'object', properties: { inner: ref('Inner') } },
      },
    },
    paths: { a: [ref('Outer'), ref('Inner')] },
  })
  const other = { ...inner, properties: {} }
  assert.throws(() => shareSchemas({ components: {}, paths: { a: [inner, other] } }), /title Inner/)
})
