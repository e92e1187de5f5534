import type { PostPayload } from '../../../webhooks/deliverer.ts'
import { webhookLimits } from '../../../webhooks/webhook.ts'
import type { HttpClient } from './http-client.ts'
import { chunkReader, readUpTo } from './opened-body.ts'

/** Posts to other servers by the guarded client. Of the answer the status counts; a little of the rest is read. */
export function createPostPayload(client: HttpClient): PostPayload {
  return async (url, options) => {
    const answer = await client.post(url, options)
    try {
      // Some receivers fail where they cannot write their answer.
      await readUpTo(webhookLimits.answerBytes, chunkReader(answer, options.signal)).catch(() => undefined)
      return answer.status
    } finally {
      answer.body.destroy()
    }
  }
}
