import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../kit/client/dom.ts'
import { createElement, numberIn } from '../elements.ts'

const megabyte = 1_000_000

const otherValue = 'other'

/** The size limit: one of the common sizes, or one that is typed. */
export function listenToSizeLimit(form: HTMLFormElement): void {
  const choice = find(form, 'select[name="max_bytes"]', HTMLSelectElement)
  const own = find(form, '#own-size', HTMLInputElement)
  const field = find(form, '[data-own-size]', HTMLElement)
  const option = createElement('option', '', makerTexts.otherSize)
  option.dataset.kind = otherValue
  choice.append(option)
  const isOther = () => choice.selectedOptions[0] === option
  // Without a number the option has a value that is not a size.
  const write = () => {
    const megabytes = numberIn(own)
    option.value = megabytes === null ? otherValue : String(Math.round(megabytes * megabyte))
  }
  own.addEventListener('input', write)
  choice.addEventListener('change', () => {
    field.hidden = !isOther()
    if (isOther()) own.focus()
  })
  write()
}
