import { find } from '../../kit/client/dom.ts'
import { sendCall } from './send-call.ts'

const token = document.querySelector('[data-token]')
if (token instanceof HTMLElement) offerTrying(token)

/** Shows the form of every call, which sends it from here. */
function offerTrying(token: HTMLElement): void {
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
