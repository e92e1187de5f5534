import { Tools } from './tools.ts'

const form = document.querySelector('[data-tools]')
// Without workers, or where a canvas cannot be drawn in them, the form is sent as it is.
if (form instanceof HTMLFormElement && 'OffscreenCanvas' in self) new Tools(form).start()
