import { isEmail } from '../../accounts/email.ts'
import type { SignOnClaims } from '../../accounts/sign-on/identity.ts'

type Claims = Readonly<Record<string, unknown>>

/** More groups than anyone is in; a longer list is cut. */
const maxGroups = 1000

/** What the claims of the ID token and the UserInfo say, in this order. They are untrusted: a value of another type is none. */
export function readClaims(
  sources: readonly Claims[],
  groupsClaim: string,
): Pick<SignOnClaims, 'email' | 'emailVerified' | 'groups' | 'authenticatedAt'> {
  // An address and whether it is verified come from one source: the other may mean another address.
  const ofEmail =
    sources.find(({ email, email_verified: verified }) => isText(email) && typeof verified === 'boolean') ??
    sources.find(({ email }) => isText(email))
  const email = ofEmail?.email
  const groups = sources.map((source) => source[groupsClaim]).find((value) => value !== undefined)
  const authTime = sources[0]?.auth_time
  return {
    email: isText(email) && isEmail(email) ? email : null,
    // Nothing else is verified, also not the text "true".
    emailVerified: ofEmail?.email_verified === true,
    groups: (Array.isArray(groups) ? groups : [groups]).filter(isText).slice(0, maxGroups),
    authenticatedAt: typeof authTime === 'number' ? authTime * 1000 : null,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
