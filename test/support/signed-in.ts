import type { BrowserContext } from 'playwright-core'
import type { Account } from '#src/accounts/account.ts'
import { startSession } from '#src/accounts/sessions.ts'
import { randomId } from '#src/lib/ids.ts'
import type { TestSite } from './site.ts'

const anna = 'anna@example.org'

export type SignedIn = {
  account: Account
  /** The headers of a signed-in browser. */
  headers: { cookie: string; origin: string }
  /** Puts a browser into the same session. */
  enter(browser: BrowserContext): Promise<void>
}

type Given = { email?: string | undefined; admin?: boolean; premium?: boolean }

/** An account of its own with a session: anna@example.org, or another address if that is taken. */
export async function signedIn(site: TestSite, given: Given = {}): Promise<SignedIn> {
  const { admin = false, premium = false } = given
  return site.withStores(async ({ accounts, sessions }) => {
    const isTaken = (await accounts.byEmail(anna)) !== undefined
    const email = given.email ?? (isTaken ? `${randomId(8)}@example.org` : anna)
    const account = await accounts.add({ email, premium, admin, passwordHash: null })
    const { key } = await startSession(sessions, account.id, 'Firefox on Linux')
    return {
      account,
      headers: { cookie: `gifwright=${key}`, origin: site.url },
      enter: (browser) => browser.addCookies([{ name: 'gifwright', value: key, url: site.url }]),
    }
  })
}

/** Posts a form of the site like a browser without script; no redirect is followed. */
export function postForm(
  site: TestSite,
  path: string,
  values: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> {
  return site.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(values),
    headers,
    redirect: 'manual',
  })
}
