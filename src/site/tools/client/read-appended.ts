import { codeOfText } from '../../../options/rules/gif-code.ts'
import { find } from '../../kit/client/dom.ts'

/** A GIF of the library that is not there. */
export class NotFound extends Error {}

/** The clips that are added: GIFs of the library, then files. Throws NotFound. */
export async function readAppended(form: HTMLFormElement): Promise<Blob[]> {
  const codes = find(form, '[name=append]', HTMLInputElement)
    .value.split(/[\s,]+/)
    .filter((text) => text !== '')
  const clips: Blob[] = []
  for (const code of codes) {
    const response = await fetch(`${form.action}/${encodeURIComponent(codeOfText(code))}/gif`).catch(
      () => null,
    )
    if (response === null || !response.ok) throw new NotFound(code)
    clips.push(await response.blob())
  }
  return [...clips, ...(find(form, '[name="append_files[]"]', HTMLInputElement).files ?? [])]
}
