import type { PostPayload } from '../../../webhooks/deliverer.ts'
import { webhookLimits } from '../../../webhooks/webhook.ts'
import type { HttpClient } from './http-client.ts'
import { chunkReader, readUpTo } from './opened-body.ts'

/** Posts to other servers with the guarded client. Only the status of the answer counts; part of the rest is read. */
export function createPostPayload(client: HttpClient): PostPayload {
  return async (url, options) => {
    const answer = await client.post(url, options)
    try {
      // Some receivers fail if they cannot write their answer.
      await readUpTo(webhookLimits.answerBytes, chunkReader(answer, options.signal)).catch(() => undefined)
      return answer.status
    } finally {
      answer.body.destroy()
    }
  }
}
