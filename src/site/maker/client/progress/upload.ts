import { makerTexts } from '#texts/maker.ts'
import { unreadableFileIn } from '../source/readable-file.ts'
import { labelFields, type FormProblem } from '../form/problems.ts'

/** The answer of the service to a creation. */
type Answer = {
  id?: string
  /** A GIF that the same file has become before. */
  existing?: { code: string }
  error?: { message?: string; field?: string }
}

/** What became of sending: the id of the task and the GIF that was here already, or what kept it from being accepted. */
export type Outcome =
  | { kind: 'accepted'; id: string; existing: string | null }
  | { kind: 'refused'; problem: FormProblem }
  | { kind: 'cancelled' }

export type Upload = { outcome: Promise<Outcome>; cancel: () => void }

/** Sends a form with its files; `progress` gets the bytes that were sent, and their total. */
export function uploadForm(
  address: string,
  data: FormData,
  progress: (sentBytes: number, allBytes: number) => void,
): Upload {
  const request = new XMLHttpRequest()
  const outcome = new Promise<Outcome>((resolve) => {
    const lost = async () => {
      // A file that has gone ends the request as a lost connection does.
      const gone = await unreadableFileIn(data)
      const message = gone === null ? makerTexts.progress.lostWhileSending : makerTexts.files.gone(gone.name)
      resolve({ kind: 'refused', problem: { message } })
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(loaded, total))
    request.addEventListener('error', () => void lost())
    request.addEventListener('timeout', () => void lost())
    request.addEventListener('abort', () => resolve({ kind: 'cancelled' }))
    request.addEventListener('load', () => resolve(readOutcome(request.status, request.responseText)))
  })
  request.open('POST', address)
  request.setRequestHeader('Accept', 'application/json')
  request.send(data)
  return { outcome, cancel: () => request.abort() }
}

function readOutcome(status: number, text: string): Outcome {
  const { id, existing, error } = readAnswer(text)
  if (status === 200 && id !== undefined) return { kind: 'accepted', id, existing: existing?.code ?? null }
  const message = labelFields(error?.message ?? makerTexts.progress.unavailable)
  return {
    kind: 'refused',
    problem: error?.field === undefined ? { message } : { message, field: error.field },
  }
}

function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}
