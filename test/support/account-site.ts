import { hashPassword } from '#src/accounts/passwords.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import type { TestSite } from './site.ts'

export const password = 'plum velvet anchor'

/** Its hash, computed once: it takes a fifth of a second. */
let passwordHash: string | undefined

/** An account that is signed in, and has the password above. */
export async function withPassword(site: TestSite, email?: string): Promise<SignedIn> {
  const account = await signedIn(site, { email })
  const hash = (passwordHash ??= await hashPassword(password))
  await site.withStores(({ accounts }) => accounts.setPasswordHash(account.account.id, hash))
  return account
}

/** The session that an answer gives the browser, as it sends it back; null when it removes it. */
export function cookieOf(response: Response): string | null {
  const [cookie = ''] = response.headers.getSetCookie()
  const [pair = ''] = cookie.split(';')
  return pair.endsWith('=') ? null : pair
}
