import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../../elements.ts'
import { inputOfType } from '../controls.ts'
import { stickerTypes } from '../stickers.ts'

/** Asks for the file of a sticker of an earlier try. */
export function missingFile(chosen: (file: File) => void): HTMLElement {
  const element = createElement('div', 'notice layer-missing')
  const label = createElement('label', 'button', layerTexts.chooseFile)
  const input = inputOfType('file', 'file')
  input.accept = stickerTypes
  input.className = 'visually-hidden'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file !== undefined) chosen(file)
  })
  label.append(input)
  element.append(createElement('p', '', layerTexts.fileMissing), label)
  return element
}
