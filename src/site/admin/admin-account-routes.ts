import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Account } from '../../accounts/account.ts'
import { setPassword } from '../../accounts/change-password.ts'
import { confirmPassword, isConfirmed } from '../../accounts/confirm-password.ts'
import { kindsOfSignOut } from '../../accounts/end-access.ts'
import { generatePassword } from '../../accounts/passwords.ts'
import { unlinkSignOn } from '../../accounts/sign-on/complete-sign-on.ts'
import { removeAccount } from '../../accounts/remove-account.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { accountPage, newPasswordPage, removeAccountPage } from './admin-account-page.ts'
import { accountsPage } from './admin-accounts-page.ts'
import { redirectWith } from './admin-page.ts'
import { english } from '../messages/en/messages.ts'
import { readPage, readText, readPathId } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminOf, callerOf, signedIn } from '../kit/requests/viewer.ts'
import { adminChange } from './admin-change.ts'
import { listingOf } from '../kit/page/list-pages.ts'

const path = '/admin/accounts'
/** The groups of an instance without a provider. */
const noGroups = { premiumGroups: [], adminGroups: [] }

const pageSize = 25
const maxEmailLength = 254

/** GET /admin/accounts, the page of an account, and the operator's actions. */
export function adminAccountRoutes(scope: FastifyInstance, site: Site): void {
  const { accounts, view } = site
  const hidden = { schema: { hide: true } }
  scope.get(path, hidden, async (request, reply) => {
    const text = readText(request.query, 'q').trim().slice(0, maxEmailLength)
    const page = readPage(request.query)
    const found = await accounts.find({ text, start: (page - 1) * pageSize, limit: pageSize })
    const listing = listingOf(path, { q: text }, page, found.total, pageSize)
    const done = readText(request.query, 'done')
    return sendPage(request, reply, accountsPage(view(request), { ...found, text, listing, done }))
  })
  scope.get(`${path}/:id`, hidden, async (request, reply) =>
    sendPage(request, reply, await renderAccount(site, request)),
  )
  scope.get(`${path}/:id/remove`, hidden, async (request, reply) => {
    const account = await otherAccount(site, request)
    const { total } = await site.catalogue.ofOwner(account.id, { start: 0, limit: 1 })
    return sendPage(request, reply, removeAccountPage(view(request), account, total))
  })
  premiumAndBlock(scope, site)
  passwordAndRemoval(scope, site)
}

function premiumAndBlock(scope: FastifyInstance, site: Site): void {
  const { accounts } = site
  adminChange(scope, site, `${path}/:id/premium`, {
    values: Type.Object({ premium: Type.Boolean() }),
    action: 'set premium',
    async handle({ premium }, request) {
      const { id } = await accountOfPath(site, request)
      await accounts.setPremium(id, premium)
      return {
        about: { account: id, premium },
        to: redirectWith(premium ? 'premium' : 'plain', `${path}/${id}`),
      }
    },
  })
  adminChange(scope, site, `${path}/:id/block`, {
    values: Type.Object({ blocked: Type.Boolean() }),
    action: 'set blocked',
    async handle({ blocked }, request) {
      const { id } = await otherAccount(site, request)
      await accounts.setBlocked(id, blocked)
      return {
        about: { account: id, blocked },
        to: redirectWith(blocked ? 'blocked' : 'unblocked', `${path}/${id}`),
      }
    },
    rerender: (_typed, error, request) => renderAccount(site, request, error),
  })
}

function passwordAndRemoval(scope: FastifyInstance, site: Site): void {
  adminChange(scope, site, `${path}/:id/password`, {
    values: Type.Object({
      password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    config: { rate: 'signIn' },
    action: 'set password',
    async handle({ password: own = '' }, request) {
      const account = await otherAccount(site, request)
      if (!site.settings.passwords) throw new AppError('forbidden', english.account.signOn.noPasswords)
      await confirmPassword(site, adminOf(request), signedIn(request).session, {
        password: own,
        field: 'password',
        caller: callerOf(site, request),
      })
      const password = generatePassword()
      await setPassword(site.accounts, account, password)
      return {
        about: { account: account.id },
        page: newPasswordPage(site.view(request), account, password),
      }
    },
    rerender: (_typed, error, request) => renderAccount(site, request, error),
  })
  adminChange(scope, site, `${path}/:id/unlink`, {
    values: Type.Object({ issuer: Type.String({ maxLength: 2000 }) }),
    action: 'unlink sign-on',
    async handle({ issuer }, request) {
      const { id } = await otherAccount(site, request)
      await unlinkSignOn(site.accounts, id, issuer, site.signOn?.rules ?? noGroups, { force: true })
      await site.accounts.endAccess(id, { by: 'operator', kinds: kindsOfSignOut })
      return { about: { account: id, issuer }, to: redirectWith('unlinked', `${path}/${id}`) }
    },
    rerender: (_typed, error, request) => renderAccount(site, request, error),
  })
  adminChange(scope, site, `${path}/:id/remove`, {
    values: Type.Object({ publicGifs: Type.Union([Type.Literal('keep'), Type.Literal('remove')]) }),
    action: 'remove account',
    async handle({ publicGifs }, request) {
      const { id } = await otherAccount(site, request)
      const about = {
        account: id,
        publicGifs,
        removedGifs: await removeAccount(site.accounts, site.mediaStore, id, publicGifs),
      }
      return { about, to: redirectWith('gone', path) }
    },
    rerender: (_typed, error, request) => renderAccount(site, request, error),
  })
}

async function renderAccount(site: Site, request: FastifyRequest, error?: AppError): Promise<Html> {
  const account = await accountOfPath(site, request)
  const [{ total }, tokens, identities] = await Promise.all([
    site.catalogue.ofOwner(account.id, { start: 0, limit: 1 }),
    site.accounts.tokens(account.id),
    site.accounts.identities(account.id),
  ])
  return accountPage(site.view(request), {
    account,
    gifs: total,
    tokens: tokens.length,
    identities,
    isConfirmationNeeded: !isConfirmed(signedIn(request).session, site.clock),
    isOwn: isOwn(account, request),
    done: readText(request.query, 'done'),
    ...(error !== undefined && { error }),
  })
}

async function accountOfPath({ accounts }: Site, request: FastifyRequest): Promise<Account> {
  const account = await accounts.byId(readPathId(request, 'id'))
  if (account === undefined) throw new AppError('not_found', english.admin.accounts.notFound)
  return account
}

/**
 * Reads the account in the path. Throws AppError invalid_value for the operator's own, so that operators cannot lock
 * themselves out.
 */
async function otherAccount(site: Site, request: FastifyRequest): Promise<Account> {
  const account = await accountOfPath(site, request)
  if (isOwn(account, request)) {
    throw new AppError('invalid_value', english.admin.accounts.own)
  }
  return account
}

function isOwn({ id }: Account, request: FastifyRequest): boolean {
  return id === adminOf(request).id
}
