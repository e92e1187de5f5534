import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { confirmPassword, isConfirmed } from '../../../accounts/confirm-password.ts'
import { trimmedText } from '../../../lib/text/text-lengths.ts'
import type { AppError } from '../../../lib/app-error.ts'
import type { Html } from '../../../lib/html.ts'
import { eventsFor } from '../../../webhooks/manage-webhooks.ts'
import type { WebhookOwner } from '../../../webhooks/webhook-store.ts'
import { eventTypes, webhookLimits } from '../../../webhooks/webhook.ts'
import type { Site } from '../../site.ts'
import type { SiteView } from '../page/site-view.ts'
import { postForm, typedFlag, typedText } from '../requests/post-form.ts'
import { readPathId, readText } from '../requests/read-query.ts'
import { sendPage } from '../requests/send-page.ts'
import { callerOf, signedIn } from '../requests/viewer.ts'
import { webhookDetails, webhookList, webhookSecret } from './webhook-page.ts'

/** A place where the webhooks of an owner are managed. */
export type WebhookSurface = {
  /** The path of the list. */
  path: string
  /** The owner of the webhooks. Throws AppError if the viewer may not manage them. */
  ownerOf: (request: FastifyRequest) => WebhookOwner
  hint: (view: SiteView) => string
  /** Renders the whole page. */
  frame: (view: SiteView, title: string, main: Html) => Html
  onChange?: (request: FastifyRequest, action: string, webhook: number) => void
}

const password = Type.Optional(Type.String({ maxLength: 1000 }))
const eventFlags = Object.fromEntries(
  eventTypes.map((type) => [type, Type.Optional(Type.Boolean({ default: false }))] as const),
)

/** The list of webhooks, the page of one webhook, and the forms of its actions. */
export function webhookRoutes(scope: FastifyInstance, site: Site, surface: WebhookSurface): void {
  const { webhooks, view } = site
  const { path, ownerOf, onChange } = surface
  const hidden = { schema: { hide: true } }
  const changed = (request: FastifyRequest, action: string, id: number) => onChange?.(request, action, id)

  scope.get(path, hidden, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await renderList(site, surface, request))
  })
  scope.get(`${path}/:id`, hidden, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await renderOne(site, surface, request))
  })

  const sendSecret = (
    request: FastifyRequest,
    reply: FastifyReply,
    made: Awaited<ReturnType<typeof webhooks.add>>,
    isRotated: boolean,
  ) => {
    const pageView = view(request)
    reply.header('cache-control', 'no-store')
    const main = webhookSecret(pageView, { ...made, path, isRotated })
    return sendPage(request, reply, surface.frame(pageView, pageView.messages.webhooks.secretTitle, main))
  }

  postForm(scope, path, {
    values: Type.Object({ url: trimmedText(webhookLimits.urlLength), ...eventFlags, password }),
    config: { rate: 'signIn' },
    async handle(values, request, reply) {
      const owner = ownerOf(request)
      const given: Record<string, unknown> = values
      await confirm(site, request, values.password)
      const events = eventTypes.filter((type) => given[type] === true)
      const made = await webhooks.add(owner, {
        url: values.url,
        events,
        sessionId: signedIn(request).session.id,
      })
      changed(request, 'add webhook', made.hook.id)
      return sendSecret(request, reply, made, false)
    },
    rerender: (typed, error, request) =>
      renderList(site, surface, request, {
        error,
        typed: {
          url: typedText(typed, 'url'),
          events: eventTypes.filter((type) => typedFlag(typed, type)),
        },
      }),
  })

  postForm(scope, `${path}/:id/rotate`, {
    values: Type.Object({ password }),
    config: { rate: 'signIn' },
    async handle(values, request, reply) {
      const owner = ownerOf(request)
      const id = readPathId(request, 'id')
      await webhooks.read(owner, id)
      await confirm(site, request, values.password)
      changed(request, 'rotate webhook', id)
      return sendSecret(request, reply, await webhooks.rotate(owner, id), true)
    },
    rerender: (_typed, error, request) => renderOne(site, surface, request, error),
  })

  const change = (
    name: string,
    done: 'tested' | 'again' | 'enabled' | 'removed',
    act: (owner: WebhookOwner, id: number, values: { delivery?: string }) => Promise<void>,
  ) => {
    postForm(scope, `${path}/:id/${name}`, {
      values: Type.Object({ delivery: Type.Optional(Type.String({ maxLength: 100 })) }),
      async handle(values, request, reply) {
        const owner = ownerOf(request)
        const id = readPathId(request, 'id')
        await act(owner, id, values)
        changed(request, `${name} webhook`, id)
        const back = done === 'removed' ? path : `${path}/${id}`
        return reply.redirect(view(request).links.path(`${back}?done=${done}`), 303)
      },
    })
  }
  change('test', 'tested', (owner, id) => webhooks.test(owner, id))
  change('again', 'again', (owner, id, { delivery = '' }) => webhooks.sendAgain(owner, id, delivery))
  change('enable', 'enabled', (owner, id) => webhooks.enable(owner, id))
  change('remove', 'removed', (owner, id) => webhooks.remove(owner, id))
}

async function renderList(
  site: Site,
  surface: WebhookSurface,
  request: FastifyRequest,
  state: { error?: AppError; typed?: { url: string; events: readonly string[] } } = {},
): Promise<Html> {
  const owner = surface.ownerOf(request)
  const view = site.view(request)
  const eventTypes = eventsFor(owner)
  const main = webhookList(view, {
    ...shared(site, surface, request, state.error),
    hooks: await site.webhooks.list(owner),
    eventTypes,
    hint: surface.hint(view),
    typed: state.typed ?? { url: '', events: eventTypes },
  })
  return surface.frame(view, view.messages.webhooks.title, main)
}

async function renderOne(
  site: Site,
  surface: WebhookSurface,
  request: FastifyRequest,
  error?: AppError,
): Promise<Html> {
  const read = await site.webhooks.read(surface.ownerOf(request), readPathId(request, 'id'))
  const view = site.view(request)
  const main = webhookDetails(view, { ...shared(site, surface, request, error), ...read })
  return surface.frame(view, view.messages.webhooks.title, main)
}

function shared(site: Site, { path }: WebhookSurface, request: FastifyRequest, error: AppError | undefined) {
  return {
    path,
    nowMs: site.clock.now(),
    isConfirmationNeeded: !isConfirmed(signedIn(request).session, site.clock),
    done: readText(request.query, 'done'),
    error: error ?? null,
  }
}

/** Checks the password, since a webhook outlives the session that created it. */
async function confirm(site: Site, request: FastifyRequest, given = ''): Promise<void> {
  const { account, session } = signedIn(request)
  const caller = callerOf(site, request)
  await confirmPassword(site, account, session, { password: given, field: 'password', caller })
}
