import type { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import { type Delivery, type EventType, type Webhook, webhookLimits } from '../../../webhooks/webhook.ts'
import { checkField, copyField, errorSummary, notice, textField } from '../forms/fields.ts'
import { confirmationField } from '../forms/password-field.ts'
import { postButton } from '../forms/post-button.ts'
import type { SiteView } from '../page/site-view.ts'
import { timeAgo } from '../page/time-ago.ts'

/** The data that all pages of webhooks share. */
type PageData = {
  /** The path of the list. */
  path: string
  nowMs: number
  isConfirmationNeeded: boolean
  /** The name of the notice to show; an unknown name shows none. */
  done: string
  error: AppError | null
}

export type WebhooksData = PageData & {
  hooks: Webhook[]
  /** The events to choose from. */
  eventTypes: readonly EventType[]
  hint: string
  typed: { url: string; events: readonly string[] }
}

/** The webhooks of an owner, and a form to add one. */
export function webhookList(view: SiteView, data: WebhooksData): Html {
  const texts = view.messages.webhooks
  const { hooks, eventTypes, path, typed, error, nowMs, isConfirmationNeeded } = data
  return html`${messages(view, data)}
    <p class="soft">
      ${data.hint} <a href="${view.links.path('/developers')}#webhooks">${texts.howItWorks}</a>
    </p>
    ${hooks.length === 0 && html`<p>${texts.none}</p>`}
    ${
      hooks.length > 0 &&
      html`<ul class="lines panel">
        ${hooks.map(
          (hook) =>
            html`<li class="line">
              <div class="line__words">
                <strong class="breakable">${hook.url}</strong>
                <span>${stateBadge(view, hook)} <span class="soft">${hook.events.join(', ')}</span></span>
                <span class="soft">${texts.created(timeAgo(view, hook.createdAt, nowMs))}</span>
              </div>
              <a class="button" href="${view.links.path(`${path}/${hook.id}`)}"
                >${texts.open} <span class="visually-hidden">${hook.url}</span></a
              >
            </li>`,
        )}
      </ul>`
    }
    <form class="form panel" method="post" action="${view.links.path(path)}">
      <h2 id="add">${texts.addHeading}</h2>
      ${textField({
        label: texts.url,
        name: 'url',
        type: 'url',
        value: typed.url,
        placeholder: 'https://example.com/gifs',
        hint: texts.urlHint,
        required: true,
        maxLength: webhookLimits.urlLength,
        autocomplete: 'off',
        error,
      })}
      <fieldset class="event-choices">
        <legend>${texts.events}</legend>
        ${eventTypes.map((type) =>
          checkField({ label: texts.eventTexts[type], name: type, checked: typed.events.includes(type) }),
        )}
      </fieldset>
      ${isConfirmationNeeded && confirmationField(view, { returnTo: path, error })}
      <div class="actions">
        <button class="button button--strong" type="submit">${texts.add}</button>
      </div>
    </form>`
}

export type WebhookData = PageData & { hook: Webhook; deliveries: Delivery[] }

/** The page of one webhook: its state, its recent deliveries, and its actions. */
export function webhookDetails(view: SiteView, data: WebhookData): Html {
  const texts = view.messages.webhooks
  const { hook, deliveries, path, nowMs, isConfirmationNeeded, error } = data
  const own = `${path}/${hook.id}`
  return html`${messages(view, data)}
    <section class="panel" aria-labelledby="state">
      <h2 id="state" class="breakable">${hook.url}</h2>
      <p>${stateBadge(view, hook)} <span class="soft">${hook.events.join(', ')}</span></p>
      ${hook.disabled !== null && html`<p>${texts.disabledTexts[hook.disabled]}</p>`}
      ${
        hook.disabled === null &&
        hook.failingSince !== null &&
        html`<p>${texts.failingSince(timeAgo(view, hook.failingSince, nowMs))}</p>`
      }
      ${hook.dropped > 0 && html`<p>${texts.dropped(hook.dropped, webhookLimits.waiting)}</p>`}
      <div class="actions">
        ${
          hook.disabled === null
            ? postButton(view, { path: `${own}/test`, label: texts.test })
            : postButton(view, { path: `${own}/enable`, label: texts.enable })
        }
        <a class="button" href="${view.links.path(path)}">${texts.back}</a>
      </div>
    </section>
    <section class="panel" aria-labelledby="deliveries">
      <div>
        <h2 id="deliveries">${texts.deliveries}</h2>
        <p class="soft">${deliveries.length === 0 ? texts.noDeliveries : texts.deliveriesHint}</p>
      </div>
      ${
        deliveries.length > 0 &&
        html`<ul class="lines">
          ${deliveries.map((delivery) => deliveryLine(view, own, delivery, { nowMs, isOn: hook.disabled === null }))}
        </ul>`
      }
    </section>
    <section class="panel" aria-labelledby="rotate">
      <div>
        <h2 id="rotate">${texts.rotate}</h2>
        <p class="soft">${texts.rotateHint}</p>
      </div>
      <form class="form" method="post" action="${view.links.path(`${own}/rotate`)}">
        ${isConfirmationNeeded && confirmationField(view, { returnTo: own, error })}
        <div class="actions"><button class="button" type="submit">${texts.rotate}</button></div>
      </form>
    </section>
    <section class="panel" aria-labelledby="remove">
      <div>
        <h2 id="remove">${texts.remove}</h2>
        <p class="soft">${texts.removeHint}</p>
      </div>
      ${postButton(view, { path: `${own}/remove`, label: texts.remove, look: 'danger' })}
    </section>`
}

/** The page that shows a signing secret, only once. */
export function webhookSecret(
  view: SiteView,
  { hook, secret, path, isRotated }: { hook: Webhook; secret: string; path: string; isRotated: boolean },
): Html {
  const texts = view.messages.webhooks
  return html`<section class="panel" aria-labelledby="secret">
    <h2 id="secret" class="breakable">${hook.url}</h2>
    <p>${texts.copyNow} ${isRotated && texts.rotated}</p>
    ${copyField(view, texts.secret, secret)}
    <div class="actions">
      <a class="button button--strong" href="${view.links.path(`${path}/${hook.id}`)}">${texts.copied}</a>
    </div>
  </section>`
}

function messages(view: SiteView, { done, error }: PageData): Html {
  const text = Object.entries(view.messages.webhooks.done).find(([name]) => name === done)?.[1]
  return html`${errorSummary(error)} ${error === null && text !== undefined && notice(text)}`
}

function stateBadge({ messages: { webhooks: texts } }: SiteView, { disabled, failingSince }: Webhook): Html {
  if (disabled !== null) return html`<span class="badge badge--bad">${texts.disabled}</span>`
  if (failingSince !== null) return html`<span class="badge badge--bad">${texts.failing}</span>`
  return html`<span class="badge badge--honey">${texts.active}</span>`
}

function deliveryLine(
  view: SiteView,
  path: string,
  { id, event, status, attempts, response, error, dueAt }: Delivery,
  { nowMs, isOn }: { nowMs: number; isOn: boolean },
): Html {
  const texts = view.messages.webhooks
  const parts = [
    ...(attempts > 0 ? [texts.attempts(attempts)] : []),
    ...(response === null ? [] : [texts.response(response)]),
    ...(status === 'waiting' && attempts > 0
      ? [texts.nextAttempt(view.messages.formats.formatDateTime(dueAt))]
      : []),
  ]
  const hasEnded = status === 'done' || status === 'error'
  return html`<li class="line">
    <div class="line__words">
      <span>
        <strong>${event.type}</strong>
        <span class="badge ${status === 'error' && 'badge--bad'} ${status === 'done' && 'badge--honey'}"
          >${texts.statuses[status]}</span
        >
        <span class="soft">${timeAgo(view, event.createdAt, nowMs)}</span>
      </span>
      ${parts.length > 0 && html`<span class="soft">${parts.join(' · ')}</span>`}
      ${error !== null && html`<span>${error}</span>`}
      <code class="soft breakable">${event.id}</code>
    </div>
    ${hasEnded && isOn && postButton(view, { path: `${path}/again`, label: texts.sendAgain, about: event.id, values: { delivery: id } })}
  </li>`
}
