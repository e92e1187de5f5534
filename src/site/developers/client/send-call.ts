import { developersTexts } from '#texts/developers.ts'

export type CallAnswer = { status: string; body: string }

type Field = HTMLInputElement | HTMLSelectElement

/** Makes the call described by a form, without its empty fields. */
export async function sendCall(form: HTMLFormElement, token: string): Promise<CallAnswer> {
  const { method = 'GET', address = '' } = form.dataset
  const url = new URL(address, location.origin)
  const body = new FormData()
  for (const field of form.querySelectorAll<Field>('[data-place]')) {
    if (field instanceof HTMLInputElement && field.files !== null) {
      for (const file of field.files) body.append(field.name, file)
    } else if (field.value !== '') {
      const { name, value } = field
      if (field.dataset.place === 'body') body.append(name, value)
      else if (field.dataset.place === 'query') url.searchParams.append(name, value)
      else url.pathname = url.pathname.replace(encodeURI(`{${name}}`), encodeURIComponent(value))
    }
  }
  try {
    const response = await fetch(url, {
      method,
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      credentials: 'omit',
      ...(method !== 'GET' && { body }),
    })
    const status = `${response.status} ${response.statusText}`.trim()
    return { status, body: readable(await response.text()) }
  } catch {
    return { status: developersTexts.noAnswer, body: '' }
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Server-sent events are not JSON.
    return text
  }
}
