import { find } from '../../kit/client/dom.ts'
import { sendCall } from './send-call.ts'

const token = document.querySelector('[data-token]')
if (token instanceof HTMLElement) enableCallForms(token)

const picked = document.querySelector('[data-picked]')
if (picked instanceof HTMLElement) showPicked(picked)

/** Shows the event that a page receives when a GIF is chosen in the live picker. */
function showPicked(picked: HTMLElement): void {
  const image = document.createElement('img')
  picked.prepend(image)
  const detail = find(picked, '[data-picked-detail]', HTMLElement)
  addEventListener('gif', (event) => {
    if (!(event instanceof CustomEvent)) return
    const gif = event.detail as { webp: string; alt: string }
    image.src = gif.webp
    image.alt = gif.alt
    detail.textContent = JSON.stringify(gif, null, 2)
    picked.hidden = false
  })
}

/** Shows the form of every call and sends its requests. */
function enableCallForms(token: HTMLElement): void {
  token.hidden = false
  for (const details of document.querySelectorAll<HTMLElement>('[data-try]')) {
    details.hidden = false
    const form = find(details, 'form', HTMLFormElement)
    const reply = find(details, '[data-reply]', HTMLElement)
    const status = find(reply, '[data-reply-status]', HTMLElement)
    const body = find(reply, '[data-reply-body]', HTMLElement)
    const button = find(form, 'button', HTMLButtonElement)
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      button.disabled = true
      const answer = await sendCall(form, find(token, 'input', HTMLInputElement).value.trim())
      button.disabled = false
      status.textContent = answer.status
      body.textContent = answer.body
      reply.hidden = false
    })
  }
}
