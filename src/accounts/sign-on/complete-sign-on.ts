import { AppError } from '../../lib/app-error.ts'
import type { Account } from '../account.ts'
import type { AccountStore } from '../account-store.ts'
import type { AccountStores } from '../account-stores.ts'
import { accessKinds } from '../end-access.ts'
import { startSession } from '../sessions.ts'
import { refuseBlocked } from '../tokens.ts'
import type { SignOnClaims } from './identity.ts'

/** The groups at the provider whose members are Premium, or admins. An empty list leaves that to the operator. */
type GroupRules = {
  premiumGroups: readonly string[]
  adminGroups: readonly string[]
}

/** The operator's settings for people who come from the provider. */
export type SignOnRules = GroupRules & {
  /** The name of the provider, as people know it. */
  name: string
  /** True if a first sign-in may create an account. */
  signUpOpen: boolean
}

/** The result of a sign-in. `linked`: an existing account has just been linked by its e-mail address. */
export type SignedOn = { account: Account; key: string; outcome: 'known' | 'new' | 'linked' }

/**
 * Signs a browser in as the person that the provider named: into the account that is linked to the person, into the one of
 * the person's verified e-mail address, which is linked then, or into a new one. Groups are mapped each time. Throws
 * AppError forbidden for a blocked account, a person without a verified address, an admin's account that the groups do not
 * make one, an account that is linked to somebody else, and where no accounts are made.
 */
export async function completeSignOn(
  { accounts, sessions }: AccountStores,
  claims: SignOnClaims,
  rules: SignOnRules,
  browser: string,
): Promise<SignedOn> {
  const known = await accounts.byIdentity(claims)
  const outcome = known === undefined ? await linkOrMake(accounts, claims, rules) : 'known'
  const account = known ?? (await accounts.byIdentity(claims))
  if (account === undefined) throw otherIdentity(rules)
  refuseBlocked(account)
  if (outcome === 'known') await accounts.recordIdentityUse(claims)
  await followEmail(accounts, account, claims)
  await applyGroups(accounts, account.id, claims, rules)
  const { idToken, authenticatedAt } = claims
  const { key, record } = await startSession(sessions, account.id, browser, { idToken, authenticatedAt })
  // Ending all access also unlinks the person, but does not end a session that begins just after it.
  if ((await accounts.byIdentity(claims))?.id !== account.id) {
    await sessions.remove(account.id, record.id)
    throw otherIdentity(rules)
  }
  return { account: (await accounts.byId(account.id)) ?? account, key, outcome }
}

/**
 * Links a signed-in account to the person that the provider named. Throws AppError forbidden if either is already
 * linked elsewhere, and unauthorized if the session has ended.
 */
export async function linkSignOn(
  accounts: AccountStore,
  { account, sessionId }: { account: Account; sessionId: number },
  claims: SignOnClaims,
  rules: SignOnRules,
): Promise<void> {
  if (!(await accounts.linkIdentity(account.id, claims, sessionId))) throw otherIdentity(rules)
  await applyGroups(accounts, account.id, claims, rules)
}

/**
 * Unlinks an account, which then signs in by its password, and takes away what the provider's groups gave it, since nobody
 * re-evaluates them any more. Throws AppError forbidden for an account without another way to sign in, unless `force`.
 */
export async function unlinkSignOn(
  accounts: AccountStore,
  accountId: number,
  issuer: string,
  { premiumGroups, adminGroups }: GroupRules,
  { force = false }: { force?: boolean } = {},
): Promise<void> {
  if (!force && (await accounts.passwordHash(accountId)) === null) {
    throw new AppError('forbidden', { detail: 'onlySignOn' })
  }
  if (!(await accounts.unlinkIdentity(accountId, issuer))) return
  if (premiumGroups.length > 0) await accounts.setPremium(accountId, false)
  if (adminGroups.length > 0) await accounts.setAdmin(accountId, false)
}

async function linkOrMake(
  accounts: AccountStore,
  claims: SignOnClaims,
  rules: SignOnRules,
): Promise<'new' | 'linked'> {
  if (claims.email === null || !claims.emailVerified) {
    throw new AppError('forbidden', { detail: 'emailNotVerified', provider: rules.name })
  }
  const { email } = claims
  const existing = await accounts.byEmail(email)
  if (existing !== undefined) {
    await linkByEmail(accounts, existing, claims, rules)
    return 'linked'
  }
  if (!rules.signUpOpen) {
    throw new AppError('forbidden', { detail: 'noAccountHere' })
  }
  const made = await accounts.add({ email, premium: false, admin: false, passwordHash: null })
  await accounts.linkIdentity(made.id, claims)
  return 'new'
}

/**
 * The e-mail address of an account with a password was never verified: the person who created the account may not own
 * the address. So all access of that person ends at the moment the owner of the address gets access. An account that
 * nobody has signed in to was created by the operator, who gave its tokens to the owner.
 */
async function linkByEmail(
  accounts: AccountStore,
  existing: Account,
  claims: SignOnClaims,
  rules: SignOnRules,
): Promise<void> {
  refuseBlocked(existing)
  // The provider would make an admin of whom the operator's settings do not let it.
  if (existing.admin && !isIn(claims, rules.adminGroups)) {
    throw new AppError('forbidden', { detail: 'operatorAccount', provider: rules.name })
  }
  const ended = await accounts.endAccess(existing.id, {
    by: 'sign-on',
    kinds: accessKinds,
    password: { hash: null },
    link: claims,
    unlessUnused: true,
  })
  if (ended === undefined) throw otherIdentity(rules)
}

/**
 * The address follows the provider's, unless its person signs in here by it and a password, or another account has it.
 */
async function followEmail(
  accounts: AccountStore,
  account: Account,
  { email, emailVerified }: SignOnClaims,
): Promise<void> {
  if (email === null || !emailVerified || email === account.email) return
  if ((await accounts.passwordHash(account.id)) !== null) return
  await accounts.setEmail(account.id, email)
}

async function applyGroups(
  accounts: AccountStore,
  accountId: number,
  claims: SignOnClaims,
  { premiumGroups, adminGroups }: SignOnRules,
): Promise<void> {
  if (premiumGroups.length > 0) await accounts.setPremium(accountId, isIn(claims, premiumGroups))
  if (adminGroups.length > 0) await accounts.setAdmin(accountId, isIn(claims, adminGroups))
}

function isIn({ groups }: SignOnClaims, wanted: readonly string[]): boolean {
  return groups.some((group) => wanted.includes(group))
}

function otherIdentity({ name }: SignOnRules): AppError {
  return new AppError('forbidden', { detail: 'linkedElsewhere', provider: name })
}
