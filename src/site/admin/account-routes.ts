import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Account } from '../../accounts/account.ts'
import { setPassword } from '../../accounts/change-password.ts'
import { confirmPassword, isConfirmed } from '../../accounts/confirm-password.ts'
import { generatePassword } from '../../accounts/passwords.ts'
import { removeAccount } from '../../accounts/remove-account.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { accountPage, newPasswordPage, removeAccountPage } from './account-page.ts'
import { accountsPage } from './accounts-page.ts'
import { afterwards } from './admin-page.ts'
import { readPage, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { signedIn } from '../kit/requests/signed-in-account.ts'
import { callerOf } from '../account/sign-in-routes.ts'
import { adminOf } from '../kit/requests/viewer-of-session.ts'
import { adminChange, pathNumber } from './admin-change.ts'
import { listingOf } from '../kit/page/list-pages.ts'

const path = '/admin/accounts'
const pageSize = 25
const maxEmailLength = 254

/** GET /admin/accounts, and what the operator can do with one. */
export function accountRoutes(scope: FastifyInstance, site: Site): void {
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
    sendPage(request, reply, await accountShown(site, request)),
  )
  scope.get(`${path}/:id/remove`, hidden, async (request, reply) => {
    const account = await otherAccount(site, request)
    const { total } = await site.catalogue.ofOwner(account.id, { start: 0, limit: 1 })
    return sendPage(request, reply, removeAccountPage(view(request), account, total))
  })
  marks(scope, site)
  passwordAndRemoval(scope, site)
}

function marks(scope: FastifyInstance, site: Site): void {
  const { accounts, sessions } = site
  adminChange(scope, site, `${path}/:id/premium`, {
    values: Type.Object({ premium: Type.Boolean() }),
    action: 'set premium',
    async take({ premium }, request) {
      const { id } = await accountNamed(site, request)
      await accounts.setPremium(id, premium)
      return {
        about: { account: id, premium },
        to: afterwards(`${path}/${id}`, premium ? 'premium' : 'plain'),
      }
    },
  })
  adminChange(scope, site, `${path}/:id/block`, {
    values: Type.Object({ blocked: Type.Boolean() }),
    action: 'set blocked',
    async take({ blocked }, request) {
      const { id } = await otherAccount(site, request)
      await accounts.setBlocked(id, blocked)
      if (blocked) await sessions.removeAll(id, null)
      return {
        about: { account: id, blocked },
        to: afterwards(`${path}/${id}`, blocked ? 'blocked' : 'unblocked'),
      }
    },
    again: (_typed, error, request) => accountShown(site, request, error),
  })
}

function passwordAndRemoval(scope: FastifyInstance, site: Site): void {
  adminChange(scope, site, `${path}/:id/password`, {
    values: Type.Object({
      password: Type.Optional(Type.String({ maxLength: 1000 })),
      revoke_tokens: Type.Optional(Type.Boolean({ default: false })),
    }),
    config: { rate: 'signIn' },
    action: 'set password',
    async take({ password: own = '', revoke_tokens: revokeTokens = false }, request) {
      const account = await otherAccount(site, request)
      await confirmPassword(site, adminOf(request), signedIn(request).session, {
        ...{ password: own, field: 'password', caller: callerOf(site, request) },
      })
      const password = generatePassword()
      await setPassword(site, account, password, { revokeTokens })
      return {
        about: { account: account.id, revokeTokens },
        page: newPasswordPage(site.view(request), account, password),
      }
    },
    again: (_typed, error, request) => accountShown(site, request, error),
  })
  adminChange(scope, site, `${path}/:id/remove`, {
    values: Type.Object({ publicGifs: Type.Union([Type.Literal('keep'), Type.Literal('remove')]) }),
    action: 'remove account',
    async take({ publicGifs }, request) {
      const { id } = await otherAccount(site, request)
      const about = { account: id, publicGifs, removedGifs: await removeAccount(site, id, publicGifs) }
      return { about, to: afterwards(path, 'gone') }
    },
    again: (_typed, error, request) => accountShown(site, request, error),
  })
}

async function accountShown(site: Site, request: FastifyRequest, error?: AppError): Promise<Html> {
  const account = await accountNamed(site, request)
  const [{ total }, tokens] = await Promise.all([
    site.catalogue.ofOwner(account.id, { start: 0, limit: 1 }),
    site.accounts.tokens(account.id),
  ])
  return accountPage(site.view(request), {
    account,
    gifs: total,
    tokens: tokens.length,
    isPasswordNeeded: !isConfirmed(signedIn(request).session, site.clock),
    isOwn: isOwn(account, request),
    done: readText(request.query, 'done'),
    ...(error !== undefined && { error }),
  })
}

async function accountNamed({ accounts }: Site, request: FastifyRequest): Promise<Account> {
  const account = await accounts.byId(pathNumber(request, 'id'))
  if (account === undefined) throw new AppError('not_found', 'There is no such account any more.')
  return account
}

/** Nobody locks himself out: throws AppError invalid_value for the operator's own account. */
async function otherAccount(site: Site, request: FastifyRequest): Promise<Account> {
  const account = await accountNamed(site, request)
  if (isOwn(account, request)) {
    throw new AppError('invalid_value', 'This is your own account. Another operator can do that.')
  }
  return account
}

function isOwn({ id }: Account, request: FastifyRequest): boolean {
  return id === adminOf(request).id
}
