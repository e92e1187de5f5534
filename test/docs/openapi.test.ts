import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { createConfig, lint } from '@redocly/openapi-core'

test('the OpenAPI document follows all rules that redocly recommends', async () => {
  const ref = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))
  const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
})
