import type { FormProblem } from './problems.ts'
import { inputOf } from '../elements.ts'
import type { Limits } from '../options/option-inputs.ts'
import { checkForm, type Source, tidyLink } from './check-form.ts'

/** What a GIF is to be made of. */
export type ChosenSource = {
  source: Source
  /** Of a video; null where the service has it already. */
  file: File | null
  /** In their order, with the names of those that the service has; null for each that it has not. */
  pictures: { files: readonly File[]; kept: readonly (string | null)[] }
  isKept: boolean
}

/** What the form sends: without what the service has already, and without what its fields for files hold. */
export type Sent = { data: FormData; hasFiles: boolean }

/** Reads the form, unless the service would refuse something in it. */
export function readForm(
  form: HTMLFormElement,
  { source, file, pictures, isKept }: ChosenSource,
  limits: Limits,
): { problem: FormProblem } | Sent {
  const files = file === null ? pictures.files : [file]
  const kept = file === null ? pictures.kept : []
  const sent = files.filter((_, index) => (kept[index] ?? null) === null)
  const problem = checkForm(form, { source, files, sent, limits, isKept })
  if (problem !== null) return { problem }
  const data = new FormData(form)
  data.delete('video')
  data.delete('pictures[]')
  data.delete('kept_pictures')
  data.delete('kept_places')
  if (sent.length < files.length) for (const name of kept) data.append('kept_pictures', name ?? 'new')
  data.set('keep', isKept ? '1' : '0')
  data.set('url', source === 'url' ? tidyLink(inputOf(form, 'url').value) : '')
  for (const one of sent) data.append(source === 'video' ? 'video' : 'pictures[]', one, one.name)
  return { data, hasFiles: sent.length > 0 }
}
