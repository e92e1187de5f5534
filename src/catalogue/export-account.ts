import { type Gif, isNsfw } from './gif.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountStores } from '../accounts/account-stores.ts'
import type { SessionLimits } from '../accounts/session-store.ts'

/** The data stored about an account itself, for its owner to download. It contains no secret and no hash of one. */
export async function exportAccount(
  { accounts, sessions }: AccountStores,
  account: Account,
  limits: SessionLimits,
) {
  const [tokens, signedIn, hash, linked] = await Promise.all([
    accounts.tokens(account.id),
    sessions.list(account.id, limits),
    accounts.passwordHash(account.id),
    accounts.identities(account.id),
  ])
  const { email, premium, admin, createdAt } = account
  return {
    email,
    premium,
    admin,
    has_password: hash !== null,
    created_at: isoTime(createdAt),
    api_tokens: tokens.map(({ name, hint, createdAt, lastUsedAt }) => ({
      name,
      begins_with: hint,
      created_at: isoTime(createdAt),
      last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
    })),
    sign_on: linked.map(({ issuer, subject, email, linkedAt, lastUsedAt }) => ({
      issuer,
      subject,
      email,
      linked_at: isoTime(linkedAt),
      last_used_at: isoTime(lastUsedAt),
    })),
    sessions: signedIn.map(({ browser, createdAt, lastUsedAt }) => ({
      browser,
      created_at: isoTime(createdAt),
      last_used_at: isoTime(lastUsedAt),
    })),
  }
}

/** The data stored about a GIF. */
export function exportGif(gif: Gif) {
  const { code, title, alt, category, tags, width, height, durationMs, frames, hidden, createdAt } = gif
  return {
    code,
    title,
    alt,
    category: { code: category.code, name: category.name },
    tags,
    width,
    height,
    duration_seconds: durationMs / 1000,
    frames,
    /** The rating as it was set; null: not rated. */
    rating: gif.rating,
    nsfw: isNsfw(gif),
    visibility: gif.visibility,
    private: gif.visibility === 'private',
    hidden_by_operator: hidden,
    created_at: isoTime(createdAt),
  }
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
