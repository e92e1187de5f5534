import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deliveryPlaces, ownerPlaces, slowPlaces } from '#src/webhooks/delivery-places.ts'
import { maxDeliveryAttempts } from '#src/webhooks/delivery-retry.ts'
import { eventTypes, webhookLimits } from '#src/webhooks/webhook.ts'
import { createWebhookSecrets, signedHeaders } from '#src/webhooks/webhook-secrets.ts'

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

function exampleIn(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? []
  assert.ok(code !== undefined, language)
  return code
}

type Message = { secret: string; headers: Record<string, string>; body: string }

/** A message, and messages that differ from it in one respect each; only the first two are valid. */
function messages(): Message[] {
  const secrets = createWebhookSecrets('an instance')
  const [{ secret }, { secret: other }] = [secrets.make(), secrets.make()]
  const body = '{"title":"Größe"}'
  const now = Math.floor(Date.now() / 1000)
  const signed = (by: string[], seconds = now) => signedHeaders({ id: 'evt_1', seconds, body }, by)
  const right = { secret, headers: signed([secret]), body }
  return [
    right,
    { ...right, headers: signed([other, secret]) },
    { ...right, headers: signed([other]) },
    { ...right, headers: signed([secret], now - 400) },
    { ...right, headers: { ...right.headers, 'webhook-id': 'evt_2' } },
    { ...right, body: '{}' },
  ]
}

const verdicts = [true, true, false, false, false, false]

test('the example in JavaScript accepts signed messages and no others', async () => {
  const { isSigned } = (await import(`data:text/javascript,${encodeURIComponent(exampleIn('js'))}`)) as {
    isSigned: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  assert.deepEqual(
    messages().map(({ secret, headers, body }) => isSigned(secret, headers, body)),
    verdicts,
  )
})

const python = '/usr/bin/python3'

test(
  'the example in Python accepts signed messages and no others',
  { skip: spawnSync(python, ['--version']).status !== 0 && 'Python is not installed here' },
  () => {
    const check = `
import json, sys
print(json.dumps([is_signed(m["secret"], m["headers"], m["body"].encode()) for m in json.load(sys.stdin)]))`
    const input = JSON.stringify(messages())
    const answer = execFileSync(python, ['-c', exampleIn('python') + check], { input, encoding: 'utf8' })
    assert.deepEqual(JSON.parse(answer), verdicts)
  },
)

test('the page names every event, and the limits in the code', () => {
  for (const type of eventTypes) assert.ok(page.includes(`\`${type}\``), type)
  const limits = [
    `${webhookLimits.ofAccount} each`,
    `within ${webhookLimits.attemptMs / 1000} seconds`,
    `${maxDeliveryAttempts} attempts`,
    `at most ${webhookLimits.payloadBytes / 1024} KB`,
    `more than ${webhookLimits.waiting} deliveries`,
    `sends ${deliveryPlaces} deliveries`,
    `at most ${ownerPlaces} deliveries each`,
    `on average share ${slowPlaces}`,
    `${webhookLimits.sendsPerMinute} per minute`,
  ]
  for (const text of limits) assert.ok(page.includes(text), text)
})
