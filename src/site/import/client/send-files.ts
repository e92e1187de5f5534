import { importTexts } from '#texts/import.ts'
import type { ChosenFile } from './collect-files.ts'

/** The result of a request: `busy` and `lost` may be retried later, `refused` only after a change. */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'busy'; seconds: number }
  | { kind: 'lost' }
  | { kind: 'refused'; message: string; field: string | null }
  | { kind: 'aborted' }

const defaultWaitSeconds = 5

/** Sends some files with the form's values; calls `progress` with the number of bytes sent. */
export function sendFiles(
  form: HTMLFormElement,
  files: readonly ChosenFile[],
  progress: (bytes: number) => void,
): { result: Promise<SendResult>; abort: () => void } {
  const data = new FormData(form)
  data.delete('files[]')
  for (const { path } of files) data.append('paths[]', path)
  for (const { file } of files) data.append('files[]', file, file.name)
  const request = new XMLHttpRequest()
  const result = new Promise<SendResult>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded }) => progress(loaded))
    request.addEventListener('error', () => resolve({ kind: 'lost' }))
    request.addEventListener('timeout', () => resolve({ kind: 'lost' }))
    request.addEventListener('abort', () => resolve({ kind: 'aborted' }))
    request.addEventListener('load', () => resolve(readResult(request)))
  })
  request.open('POST', form.action)
  request.setRequestHeader('accept', 'application/json')
  request.send(data)
  return { result, abort: () => request.abort() }
}

function readResult(request: XMLHttpRequest): SendResult {
  const { status } = request
  if (status === 200) return { kind: 'sent' }
  if (status === 429 || status === 503) {
    const seconds = Number(request.getResponseHeader('retry-after'))
    return { kind: 'busy', seconds: seconds > 0 ? seconds : defaultWaitSeconds }
  }
  if (status >= 500 || status === 0 || status === 408) return { kind: 'lost' }
  const error = readError(request.responseText)
  return { kind: 'refused', message: error.message ?? importTexts.lost, field: error.field ?? null }
}

function readError(text: string): { message?: string; field?: string } {
  try {
    return (JSON.parse(text) as { error?: { message?: string; field?: string } }).error ?? {}
  } catch {
    return {}
  }
}
