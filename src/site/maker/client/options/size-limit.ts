import { find } from '../../../kit/client/find.ts'
import { make, numberIn } from '../elements.ts'

const megabyte = 1_000_000

const another = 'another'

/** The most that the GIF may take: one of the usual sizes, or one that is typed. */
export function listenToSizeLimit(form: HTMLFormElement): void {
  const choice = find(form, 'select[name="max_bytes"]', HTMLSelectElement)
  const own = find(form, '#own-size', HTMLInputElement)
  const field = find(form, '[data-own-size]', HTMLElement)
  const option = make('option', '', 'Another size …')
  option.dataset.kind = another
  choice.append(option)
  const isOwn = () => choice.selectedOptions[0] === option
  // In the list it has no value until there is a number: then that is what is sent.
  const write = () => {
    const megabytes = numberIn(own)
    option.value = megabytes === null ? another : String(Math.round(megabytes * megabyte))
  }
  own.addEventListener('input', write)
  choice.addEventListener('change', () => {
    field.hidden = !isOwn()
    if (isOwn()) own.focus()
  })
  write()
}
