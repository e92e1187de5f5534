import { createHmac } from 'node:crypto'

const keyLength = 22

/** The key of a row: it reveals neither addresses nor e-mail addresses, also to who tries all of them. */
export function countKey(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(`count ${subject}`).digest('base64url').slice(0, keyLength)
}
