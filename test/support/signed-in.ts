import type { BrowserContext } from 'playwright-core'
import type { Account } from '#src/accounts/account.ts'
import { startSession } from '#src/accounts/sessions.ts'
import type { TestSite } from './site.ts'

export type SignedIn = {
  account: Account
  /** What a browser that is signed in sends. */
  headers: { cookie: string; origin: string }
  /** Puts a browser into the same session. */
  enter(browser: BrowserContext): Promise<void>
}

/** An account of its own with a session. */
export async function signedIn(
  site: TestSite,
  { email = 'anna@example.org', admin = false, premium = false } = {},
): Promise<SignedIn> {
  return site.withStores(async ({ accounts, sessions }) => {
    const account = await accounts.add({ email, premium, admin, passwordHash: null })
    const { key } = await startSession(sessions, account.id, 'Firefox on Linux')
    return {
      account,
      headers: { cookie: `gifwright=${key}`, origin: site.url },
      enter: (browser) => browser.addCookies([{ name: 'gifwright', value: key, url: site.url }]),
    }
  })
}

/** Posts a form of the site as a browser without script does; no redirect is followed. */
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
