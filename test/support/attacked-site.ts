import { scryptSync } from 'node:crypto'
import { postForm } from './signed-in.ts'
import { startSite } from './site.ts'
import type { CleanUp } from './clean-up.ts'

export const email = 'anna@example.org'
export const password = 'three unusual words'

/** Costs next to nothing to check, so that a test can guess often. It is hashed again when it is entered. */
export function cheapHash(of: string): string {
  const salt = Buffer.alloc(16)
  return `scrypt$4$8$1$${salt.toString('base64url')}$${scryptSync(of, salt, 32, { N: 16, r: 8, p: 1 }).toString('base64url')}`
}

/** The production app behind a proxy that sets the source of each request, and a manually set clock. */
export async function attackedSite(t: CleanUp) {
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs }
  const settings = { RATE_LIMIT: 'on', SIGN_INS_PER_MINUTE: '100000', TRUSTED_PROXIES: '127.0.0.1' }
  const site = await startSite(t, settings, { clock })
  const { id } = await site.withStores(({ accounts }) =>
    accounts.add({ email, premium: false, admin: false, passwordHash: cheapHash(password) }),
  )
  /** The same password, as cheap to check as at first. */
  const resetPassword = (to = password) =>
    site.withStores(({ accounts }) => accounts.setPasswordHash(id, cheapHash(to)))
  const signIn = (from: string, typed: { email?: string; password?: string } = {}, cookie = '') =>
    postForm(
      site,
      '/login',
      { email, password, ...typed },
      { origin: site.url, 'x-forwarded-for': from, ...(cookie === '' ? {} : { cookie }) },
    )
  const guess = async (from: string, cookie = '') =>
    (await signIn(from, { password: 'not this one' }, cookie)).status
  return { site, clock, signIn, guess, resetPassword }
}
