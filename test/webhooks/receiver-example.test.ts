import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { receiverExample } from '#src/site/developers/webhook-section.ts'
import { createWebhookSecrets, signedHeaders } from '#src/webhooks/webhook-secrets.ts'
import { cleanUp } from '../support/clean-up.ts'
import { until } from '../support/until.ts'
import { freePort } from '../support/servers/free-port.ts'

test('the receiver of the developers’ page accepts signed messages, once, and nothing else', async (t) => {
  const port = await freePort()
  const secrets = createWebhookSecrets('the secret of an installation')
  const { secret, sealed } = secrets.make()
  assert.equal(secrets.open(sealed), secret)
  assert.throws(() => createWebhookSecrets('another secret').open(sealed))
  const child = spawn(process.execPath, ['--input-type=module', '-e', receiverExample], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp(t, async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const body = JSON.stringify({ id: 'evt_1', type: 'gif.published', data: { gif: { code: 'abc' } } })
  const post = (headers: Record<string, string>, sent = body) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent }).then(
      ({ status }) => status,
      () => null,
    )
  await until('it listens', async () => (await post({})) === 400)
  const seconds = Math.floor(Date.now() / 1000)
  const signed = signedHeaders({ id: 'evt_1', seconds, body }, ['whsec_AAAA', secret])
  assert.equal(await post(signed), 204)
  assert.equal(await post(signed), 204, 'again')
  assert.equal(await post(signed, `${body} `), 400, 'another body')
  assert.equal(await post({ ...signed, 'webhook-id': 'evt_2' }), 400, 'another id')
  const late = signedHeaders({ id: 'evt_1', seconds: seconds - 400, body }, [secret])
  assert.equal(await post(late), 400, 'replayed later')
  await until('it says so', () => said.includes('gif.published abc'))
  assert.equal(said, 'gif.published abc\n')
})
