import { find } from '../../kit/client/dom.ts'
import { definePicker } from './picker-element.ts'

/**
 * The picker as a frame in another page. It posts its events to the surrounding page, and only to the origin named in the
 * frame's address. It listens to no messages.
 */
definePicker()
const picker = find(document, 'gifwright-picker', HTMLElement)
const { origin = '' } = document.body.dataset

const post = (message: { type: string; gif?: unknown }) => {
  if (origin !== '' && parent !== window) parent.postMessage(message, origin)
}

picker.addEventListener('gif', (event) => {
  if (event instanceof CustomEvent) post({ type: 'gifwright:gif', gif: event.detail as unknown })
})
picker.addEventListener('close', () => post({ type: 'gifwright:close' }))
post({ type: 'gifwright:ready' })
