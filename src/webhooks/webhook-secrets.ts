import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32
const nonceBytes = 12
const tagBytes = 16

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>

/**
 * Makes the secrets of webhooks, and seals them with AES-256-GCM so that they can be stored and used. The key is derived
 * from the secret of the installation by HKDF.
 */
export function createWebhookSecrets(instanceSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', instanceSecret, '', 'webhook secrets', 32))
  return {
    /** A new secret, as its receiver gets it and as it is stored. */
    make(): { secret: string; sealed: Uint8Array } {
      const bytes = randomBytes(secretBytes)
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(bytes), cipher.final()])
      return {
        secret: prefix + bytes.toString('base64'),
        sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]),
      }
    },
    /** Throws if it was not sealed here. */
    open(sealed: Uint8Array): string {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = sealed.subarray(nonceBytes + tagBytes)
      return prefix + Buffer.concat([decipher.update(text), decipher.final()]).toString('base64')
    },
  }
}

/** The headers of a message by the Standard Webhooks specification, signed with each of the secrets. */
export function signedHeaders(
  { id, seconds, body }: { id: string; seconds: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
