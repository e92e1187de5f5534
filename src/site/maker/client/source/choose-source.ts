import { isLink } from '../../../kit/client/shared-source.ts'
import { tidyLink } from '../form/check-form.ts'
import { find } from '../../../kit/client/dom.ts'
import { inputOf } from '../elements.ts'

export type Choices = {
  files: (files: File[], asPictures: boolean) => void
  address: (address: string) => void
  startOver: () => void
}

/** All the ways to bring a source: dropping and pasting anywhere on the page, choosing files, typing an address. */
export function chooseSource(form: HTMLFormElement, choices: Choices): void {
  listenToInputs(form, choices)
  listenToAddress(form, choices)
  listenToPaste(form, choices)
  listenToDrops(form, choices)
}

function listenToInputs(form: HTMLFormElement, choices: Choices): void {
  const inputs = { '[data-choose]': false, '[data-add-pictures]': true }
  for (const [selector, asPictures] of Object.entries(inputs)) {
    const input = find(form, selector, HTMLInputElement)
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      // So that the same file can be chosen again.
      input.value = ''
      if (files.length > 0) choices.files(files, asPictures)
    })
  }
  find(form, '[data-start-over]', HTMLButtonElement).addEventListener('click', () => choices.startOver())
}

function listenToAddress(form: HTMLFormElement, choices: Choices): void {
  const input = inputOf(form, 'url')
  const use = () => choices.address(tidyLink(input.value))
  find(form, '[data-use-address]', HTMLButtonElement).addEventListener('click', use)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || form.dataset.source !== 'empty') return
    event.preventDefault()
    use()
  })
}

/** Whether text that comes to `target` is meant for the field there; in the field for an address it is a choice at first. */
function isForField(form: HTMLFormElement, target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.name === 'url') return form.dataset.source !== 'empty'
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file'].includes(target.type))
  )
}

function listenToPaste(form: HTMLFormElement, choices: Choices): void {
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const text = event.clipboardData?.getData('text') ?? ''
    const isTextForField = text !== '' && isForField(form, event.target)
    if (files.length > 0 && !isTextForField) {
      event.preventDefault()
      choices.files(files, false)
      return
    }
    if (isTextForField || !isLink(text)) return
    event.preventDefault()
    choices.address(text.trim())
  })
}

function listenToDrops(form: HTMLFormElement, choices: Choices): void {
  // A link is dragged from a page, or as text that was selected.
  const linkTypes = ['text/uri-list', 'text/plain']
  const isOurs = ({ dataTransfer, target }: DragEvent) =>
    dataTransfer?.types.includes('Files') === true ||
    (linkTypes.some((type) => dataTransfer?.types.includes(type)) && !isForField(form, target))
  document.addEventListener('dragover', (event) => {
    if (!isOurs(event)) return
    event.preventDefault()
    form.dataset.over = 'true'
  })
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete form.dataset.over
  })
  document.addEventListener('drop', (event) => {
    if (!isOurs(event)) return
    event.preventDefault()
    delete form.dataset.over
    const files = [...(event.dataTransfer?.files ?? [])]
    const address =
      linkTypes.map((type) => event.dataTransfer?.getData(type).split('\n')[0]?.trim() ?? '').find(isLink) ??
      ''
    if (files.length > 0) choices.files(files, false)
    else if (address !== '') choices.address(address)
  })
}
