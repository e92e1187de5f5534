import { inputOf } from '../elements.ts'
import { type Source, tidyLink } from './check-form.ts'

/** What the form sends, with the files of its source, and without what its fields for files hold. */
export function formData(
  form: HTMLFormElement,
  { source, files, isKept }: { source: Source; files: readonly File[]; isKept: boolean },
): FormData {
  const data = new FormData(form)
  data.delete('video')
  data.delete('pictures[]')
  data.set('keep', isKept ? '1' : '0')
  data.set('url', source === 'url' ? tidyLink(inputOf(form, 'url').value) : '')
  for (const file of files) data.append(source === 'video' ? 'video' : 'pictures[]', file, file.name)
  return data
}
