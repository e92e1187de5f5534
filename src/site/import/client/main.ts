import { enhanceSelection } from '../../kit/client/selection.ts'
import { ImportForm } from './import-form.ts'
import { followDrop } from './follow-drop.ts'

const form = document.querySelector('[data-import]')
if (form instanceof HTMLFormElement) new ImportForm(form).start()

enhanceSelection()
followDrop()
