import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { startSession } from '../../src/accounts/sessions.ts'
import { makeToken } from '../../src/accounts/tokens.ts'
import { openStores } from '../../src/app/stores.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createWebhookSecrets } from '../../src/webhooks/webhook-secrets.ts'
import { databaseName } from '../../src/lib/database.ts'
import type { Attack } from './attacker.ts'

const gifsOfAttacker = 8
const slowWebhooks = 10
/** Slightly less than the time that a webhook receiver has to answer. */
const webhookAnswerMs = 9500

/**
 * Prepares the attacker's account in the data folder of a service that is not running yet: a session, a token, its own
 * GIFs, and webhooks whose receiver answers late. `start` begins the attack and returns the report lines so far.
 */
export async function prepareAttack(settings: Record<string, string>) {
  const receiver = createServer((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), webhookAnswerMs)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiver.unref()
  const receiverHost = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const account = await addAttacker(settings, `http://${receiverHost}/`)
  return {
    receiverHost,
    start(url: string): { lines: () => string[]; stop: () => void } {
      let counts: [string, number][] = []
      const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)))
      child.on('message', (message) => (counts = message as typeof counts))
      const attack: Attack = { url, ...account }
      child.send(attack)
      return {
        lines: () => counts.map(([name, count]) => `${name} × ${count}`),
        stop: () => child.disconnect(),
      }
    },
  }
}

async function addAttacker(
  settings: Record<string, string>,
  webhookUrl: string,
): Promise<Omit<Attack, 'url'>> {
  const stores = await openStores(loadConfig(settings))
  const database = new DatabaseSync(join(settings.DATA_DIR ?? '', databaseName), { timeout: 5000 })
  try {
    const { id } = await stores.accounts.add({
      email: 'attacker@example.org',
      premium: false,
      admin: false,
      passwordHash: null,
    })
    const { key } = await startSession(stores.sessions, id, 'soak')
    const { token } = await makeToken(stores.accounts, id, 'soak')
    const secrets = createWebhookSecrets(stores.secret)
    for (let count = 0; count < slowWebhooks; count++) {
      const hook = { url: webhookUrl, events: ['gif.published' as const], secret: secrets.make().sealed }
      await stores.webhooks.add(id, hook, slowWebhooks)
    }
    database
      .prepare('update gif set owner_id = ? where id in (select id from gif order by id limit ?)')
      .run(id, gifsOfAttacker)
    const rows = database.prepare('select code from gif where owner_id = ?').all(id)
    return { cookie: `gifwright=${key}`, token, codes: rows.map(({ code }) => String(code)) }
  } finally {
    database.close()
    await stores.close()
  }
}
