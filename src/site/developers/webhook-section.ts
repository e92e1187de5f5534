import { type Html, html } from '../../lib/html.ts'
import { maxDeliveryAttempts } from '../../webhooks/delivery-retry.ts'
import { accountEvents } from '../../webhooks/webhook.ts'
import { codeExample } from '../kit/page/code-example.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { withCode } from './api-schema.ts'

/** The instructions for receiving webhooks: an example request, and a receiver that checks the signature. */
export function webhookSection(view: SiteView, gif: unknown): Html {
  const texts = view.messages.developers.webhooks
  const { eventTexts } = view.messages.webhooks
  const event = {
    id: 'evt_9dKq2mTz8Wc4Xk9sLr6VbY',
    type: 'gif.published',
    created_at: '2026-11-23T03:30:00.000Z',
    data: { gif },
  }
  return html`<p>
      ${withCode(texts.text)} <a href="${view.links.path('/settings/webhooks')}">${texts.add}</a>
    </p>
    <ul class="points">
      ${accountEvents.map((type) => html`<li><code>${type}</code>: ${eventTexts[type]}</li>`)}
    </ul>
    <p>${withCode(texts.delivery(maxDeliveryAttempts))}</p>
    <p>${withCode(texts.signature)}</p>
    ${codeExample(view, { name: texts.example, command: receiverExample, answer: event })}`
}

/** A receiver in Node without dependencies. Tests run it. */
export const receiverExample = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const seen = new Set()

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - time) < 300)) return false
  const right = createHmac('sha256', secret).update(id + '.' + time + '.' + body).digest()
  return given.split(' ').some((text) => {
    const signature = Buffer.from(text.replace('v1,', ''), 'base64')
    return signature.length === right.length && timingSafeEqual(signature, right)
  })
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  if (!isSigned(request.headers, body)) return response.writeHead(400).end()
  response.writeHead(204).end()
  const { id, type, data } = JSON.parse(body)
  if (seen.has(id)) return
  seen.add(id)
  console.log(type, data.gif?.code ?? data.task?.id ?? '')
}).listen(process.env.PORT ?? 8080)`
