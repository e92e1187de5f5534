import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Account } from '../../accounts/account.ts'
import { visitor } from '../../accounts/account.ts'
import { exportAccount, exportGif } from '../../catalogue/export-account.ts'
import { isConfirmed, unconfirmed } from '../../accounts/confirm-password.ts'
import { verifyPassword } from '../../accounts/verify-password.ts'
import { removeAccount } from '../../accounts/remove-account.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { exportOwnCollections } from '../../catalogue/collections/export-own.ts'
import { exportOwnNotices } from '../../catalogue/notices/export-own.ts'
import { type ArchivePart, archiveOf } from '../../library/export/archive.ts'
import { exportedPages, exportParts } from '../../library/export/export-gifs.ts'
import type { ExportFilter, CatalogueStore } from '../../catalogue/catalogue-store.ts'
import { jsonList } from '../../lib/text/json-lines.ts'
import { goodbyePage, deleteOwnAccountPage, type RemovalProof } from './remove-account-page.ts'
import { postForm, typedText } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { forgetPerson } from './browser-session.ts'
import type { Site } from '../site.ts'
import { callerOf, signedIn, signedInAccount } from '../kit/requests/viewer.ts'

/** Exports the data of an account and deletes accounts. */
export function ownDataRoutes(scope: FastifyInstance, site: Site): void {
  const { view, settings } = site
  const hidden = { schema: { hide: true } }

  /** The accounts whose archives are being sent. An archive reads every file, so each account gets one at a time. */
  const exporting = new Set<number>()

  // A HEAD request would read every file for nothing.
  scope.get('/settings/export', { ...hidden, exposeHeadRoute: false }, async (request, reply) => {
    const account = signedInAccount(request)
    if (exporting.has(account.id)) {
      throw new AppError('rate_limited', { detail: 'exportRunning' })
    }
    await countExport(site, account)
    // After an early disconnect, 'close' would never fire.
    if (!reply.raw.closed) {
      exporting.add(account.id)
      reply.raw.once('close', () => exporting.delete(account.id))
    }
    const parts = archiveParts(site, account)
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-gifs.zip"',
      })
      .send(archiveOf(parts))
  })

  scope.get('/settings/remove', hidden, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await removalPage(site, request, null, 'keep'))
  })

  postForm(scope, '/settings/remove', {
    values: Type.Object({
      public_gifs: Type.Union([Type.Literal('keep'), Type.Literal('remove')]),
      current_password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    config: { rate: 'signIn' },
    async handle({ public_gifs: publicGifs, current_password: password = '' }, request, reply) {
      const { account, session } = signedIn(request)
      const caller = callerOf(site, request)
      if (session.idToken === null) {
        await verifyPassword(site, account, password, { field: 'current_password', caller })
      } else if (!isConfirmed(session, site.clock)) {
        throw unconfirmed()
      }
      await removeAccount(site.accounts, site.mediaStore, account.id, publicGifs)
      forgetPerson(reply, settings.url())
      request.viewer = visitor
      request.session = null
      reply.header('cache-control', 'no-store')
      return sendPage(request, reply, goodbyePage(view(request)))
    },
    rerender: (typed, error, request) => removalPage(site, request, error, typedText(typed, 'public_gifs')),
  })
}

/** Counts a download. Throws AppError rate_limited if the account has downloaded its data too often. */
async function countExport({ hourlyExports }: Site, { id }: Account): Promise<void> {
  if (hourlyExports === null) return
  const { counter, max } = hourlyExports
  const { remaining, resetSeconds } = await counter.add(`account ${id}`, max)
  if (remaining >= 0) return
  throw new AppError('rate_limited', { detail: 'exportLimit' }, { retryAfterSeconds: resetSeconds })
}

async function removalPage(
  site: Site,
  request: FastifyRequest,
  error: AppError | null,
  publicGifs: string,
): Promise<Html> {
  const { account, session } = signedIn(request)
  const { id } = account
  const [{ total }, hash] = await Promise.all([
    site.catalogue.ofOwner(id, { start: 0, limit: 1 }),
    site.accounts.passwordHash(id),
  ])
  return deleteOwnAccountPage(site.view(request), {
    gifs: total,
    proof: proofOf(session.idToken !== null, hash !== null, isConfirmed(session, site.clock)),
    publicGifs,
    error,
  })
}

function proofOf(isBySignOn: boolean, hasPassword: boolean, isConfirmed: boolean): RemovalProof {
  if (isBySignOn) return isConfirmed ? 'none' : 'sign-on'
  return hasPassword ? 'password' : 'impossible'
}

async function* archiveParts(site: Site, account: Account): AsyncGenerator<ArchivePart> {
  const { clock, catalogue, settings, mediaStore } = site
  const text = (name: string, open: () => Readable): ArchivePart => ({
    name,
    modifiedAt: clock.now(),
    bytes: null,
    open: async () => open(),
  })
  const facts = await exportAccount(site, account, settings.sessionLimits)
  yield text('account.json', () => Readable.from([`${JSON.stringify(facts, null, 2)}\n`]))
  yield text('notices.json', () => Readable.from(exportOwnNotices(site.notices, account.id)))
  yield text('collections.json', () => Readable.from(exportOwnCollections(site.collections, account.id)))
  const filter = { ownerId: account.id, categoryId: null, visibility: null, withHidden: true }
  // Leaves out the account's email address, which may not exist where the GIFs are imported.
  yield text('gifs.json', () => Readable.from(jsonList(ownGifs(catalogue, filter))))
  yield* exportParts(
    { catalogue, mediaStore, now: () => clock.now() },
    { filter, renditions: ['mp4'], withOwner: false },
  )
}

async function* ownGifs(catalogue: CatalogueStore, filter: ExportFilter): AsyncGenerator<object[]> {
  const { lastId } = await catalogue.countExported(filter)
  for await (const page of exportedPages(catalogue, filter, lastId))
    yield page.map(({ gif }) => exportGif(gif))
}
