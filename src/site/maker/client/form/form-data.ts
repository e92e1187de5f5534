import { inputOf } from '../elements.ts'
import { type Source, tidyLink } from './check-form.ts'

export type SentSource = {
  source: Source
  /** What is sent: not what the service has already. */
  files: readonly File[]
  isKept: boolean
  /** Pictures in their order: the names of those that the service has, null for each that is sent. */
  keptPictures?: readonly (string | null)[]
}

/** What the form sends, with the files of its source, and without what its fields for files hold. */
export function formData(
  form: HTMLFormElement,
  { source, files, isKept, keptPictures = [] }: SentSource,
): FormData {
  const data = new FormData(form)
  data.delete('video')
  data.delete('pictures[]')
  data.delete('kept_pictures')
  for (const name of keptPictures) data.append('kept_pictures', name ?? 'new')
  data.set('keep', isKept ? '1' : '0')
  data.set('url', source === 'url' ? tidyLink(inputOf(form, 'url').value) : '')
  for (const file of files) data.append(source === 'video' ? 'video' : 'pictures[]', file, file.name)
  return data
}
