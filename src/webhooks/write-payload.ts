import { publicError } from '../lib/app-error.ts'
import type { Gif } from '../catalogue/gif.ts'
import type { EventData, WebhookEvent } from './webhook.ts'

/** A GIF's record as the API gives it. */
export type PresentGif = (gif: Gif) => object

/** The body of a delivery. The addresses of a private GIF's files are signed when it is sent, so that they open then. */
export function writePayload({ id, type, createdAt, data }: WebhookEvent, presentGif: PresentGif): string {
  return JSON.stringify({
    id,
    type,
    created_at: new Date(createdAt).toISOString(),
    data: presentData(data, presentGif),
  })
}

function presentData(data: EventData, presentGif: PresentGif): object {
  switch (data.kind) {
    case 'gif':
      return { gif: presentGif(data.gif) }
    case 'removed':
      return { gif: { code: data.code, title: data.title } }
    case 'notice':
      return {
        gif: data.gif && presentGif(data.gif),
        notice: { reason: data.reason, ...(data.reference !== null && { reference: data.reference }) },
      }
    case 'review':
      return { review: { waiting: data.waiting } }
    case 'task':
      return { task: presentTask(data) }
    default:
      return {}
  }
}

/** As /api/status/{task} answers. */
function presentTask({ task, view }: Extract<EventData, { kind: 'task' }>): object {
  if (view.status === 'error') return { id: task, status: view.status, error: publicError(view.error) }
  const { code } = view
  return { id: task, status: view.status, result: { code, url: `/${code}` }, url: code }
}
