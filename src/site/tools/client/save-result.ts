import { toolsTexts } from '#texts/tools.ts'
import { find } from '../../kit/client/dom.ts'

/** What says of the result how it is kept; everything else has been done to it. */
const details = ['title', 'category', 'tags', 'visibility', 'rating']

/** Sends the GIF that was made to the library, and goes to its page. */
export async function saveResult(form: HTMLFormElement, made: File, event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const error = find(form, '[data-save-error]', HTMLElement)
  const button = find(form, '[type=submit]', HTMLButtonElement)
  const values = new FormData(form)
  const body = new FormData()
  for (const name of details) {
    const value = values.get(name)
    if (value !== null && value !== '') body.append(name, value)
  }
  body.append('file', made)
  error.hidden = true
  button.disabled = true
  const label = button.textContent
  button.textContent = toolsTexts.saving
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
    })
    const answer = (await response.json()) as { id?: string; error?: { message?: string } }
    if (answer.id === undefined) throw new Error(answer.error?.message)
    location.assign(new URL(`create/${answer.id}`, form.action))
  } catch (problem) {
    const message = problem instanceof Error && !(problem instanceof TypeError) ? problem.message : ''
    error.textContent = message.replaceAll('`', '') || toolsTexts.saveFailed
    error.hidden = false
    button.disabled = false
    button.textContent = label
  }
}
