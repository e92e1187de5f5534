import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AppRecord, AppSettings } from '../../accounts/apps/app-store.ts'
import { dayOf } from '../../accounts/apps/app-use-counter.ts'
import { addApp, checkAppSettings, maxAppName } from '../../accounts/apps/manage-apps.ts'
import { confirmPassword, isConfirmed } from '../../accounts/confirm-password.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { type Typed, typedFlag, typedText } from '../kit/requests/post-form.ts'
import { readPathId, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { adminOf, callerOf, signedIn } from '../kit/requests/viewer.ts'
import { english } from '../messages/en/messages.ts'
import type { Site } from '../site.ts'
import { adminChange } from './admin-change.ts'
import { redirectWith } from './admin-page.ts'
import { appPage, newKeyPage } from './app-page.ts'
import { appsPage, shownAppDays, type TypedApp } from './apps-page.ts'

const path = '/admin/apps'
const password = Type.Optional(Type.String({ maxLength: 1000 }))
const settingValues = {
  rate: Type.Optional(Type.String({ maxLength: 20 })),
  upload: Type.Optional(Type.Boolean()),
  category: Type.Optional(Type.String({ maxLength: 20 })),
}

/** GET /admin/apps: the apps of the compatible interfaces with their keys, rates, permissions and use. */
export function appRoutes(scope: FastifyInstance, site: Site): void {
  const hidden = { schema: { hide: true } }
  scope.get(path, hidden, async (request, reply) => sendPage(request, reply, await renderApps(site, request)))
  scope.get(`${path}/:id`, hidden, async (request, reply) =>
    sendPage(request, reply, await renderApp(site, request)),
  )
  adminChange(scope, site, path, {
    values: Type.Object({ name: Type.String({ maxLength: 4 * maxAppName }), ...settingValues, password }),
    config: { rate: 'signIn' },
    action: 'add app',
    async handle({ name, password: own = '', ...given }, request) {
      const settings = await readSettings(site, given)
      await confirm(site, request, own)
      const { app, key } = await addApp(site.apps, name, settings)
      return {
        about: { app: app.id, mayUpload: settings.mayUpload },
        page: newKeyPage(site.view(request), app, key),
      }
    },
    rerender: (typed, error, request) => renderApps(site, request, { typed: typedApp(typed), error }),
  })
  adminChange(scope, site, `${path}/:id`, {
    values: Type.Object(settingValues),
    action: 'change app',
    async handle(given, request) {
      const { id } = await appOf(site, request)
      const settings = await readSettings(site, given)
      await site.apps.change(id, settings)
      return {
        about: { app: id, mayUpload: settings.mayUpload },
        to: redirectWith('appChanged', `${path}/${id}`),
      }
    },
    rerender: (typed, error, request) => renderApp(site, request, { typed: typedApp(typed), error }),
  })
  adminChange(scope, site, `${path}/:id/remove`, {
    values: Type.Object({ password }),
    config: { rate: 'signIn' },
    action: 'remove app',
    async handle({ password: own = '' }, request) {
      const { id } = await appOf(site, request)
      await confirm(site, request, own)
      await site.apps.remove(id)
      return { about: { app: id }, to: redirectWith('appRemoved', path) }
    },
    rerender: (_typed, error, request) => renderApp(site, request, { error }),
  })
}

async function renderApps(
  site: Site,
  request: FastifyRequest,
  again: { typed?: TypedApp; error?: AppError } = {},
): Promise<Html> {
  const { apps, catalogue, clock, compatIsOpen, view } = site
  return appsPage(view(request), {
    apps: await apps.list(),
    days: await apps.useSince(dayOf(clock.now()) - shownAppDays + 1),
    categories: await catalogue.listCategories(),
    isOpen: compatIsOpen,
    isConfirmationNeeded: !isConfirmed(signedIn(request).session, clock),
    done: readText(request.query, 'done'),
    ...again,
  })
}

async function renderApp(
  site: Site,
  request: FastifyRequest,
  again: { typed?: TypedApp; error?: AppError } = {},
): Promise<Html> {
  const { apps, catalogue, clock, view } = site
  const app = await appOf(site, request)
  const today = dayOf(clock.now())
  return appPage(view(request), {
    app,
    today,
    days: await apps.useSince(today - shownAppDays + 1, app.id),
    categories: await catalogue.listCategories(),
    isConfirmationNeeded: !isConfirmed(signedIn(request).session, clock),
    done: readText(request.query, 'done'),
    ...again,
  })
}

/** Checks the operator's password, which changes that outlive a stolen session or cannot be undone require. */
async function confirm(site: Site, request: FastifyRequest, given: string): Promise<void> {
  await confirmPassword(site, adminOf(request), signedIn(request).session, {
    password: given,
    field: 'password',
    caller: callerOf(site, request),
  })
}

/** Reads the settings of an app from a form. Throws AppError invalid_value. */
async function readSettings(
  { catalogue }: Site,
  { rate = '', upload = false, category = '' }: { rate?: string; upload?: boolean; category?: string },
): Promise<AppSettings> {
  const isKnown = category !== '' && (await catalogue.categoryById(Number(category))) !== undefined
  return checkAppSettings({
    ratePerMinute: rate.trim() === '' ? null : Number(rate),
    mayUpload: upload,
    categoryId: isKnown ? Number(category) : null,
  })
}

function typedApp(typed: Typed): TypedApp {
  return {
    name: typedText(typed, 'name'),
    rate: typedText(typed, 'rate'),
    mayUpload: typedFlag(typed, 'upload'),
    category: typedText(typed, 'category'),
  }
}

async function appOf({ apps }: Site, request: FastifyRequest): Promise<AppRecord> {
  const app = await apps.byId(readPathId(request, 'id'))
  if (app === undefined) throw new AppError('not_found', english.admin.apps.notFound)
  return app
}
