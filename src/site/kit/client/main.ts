import { offerCopying } from './copy-buttons.ts'
import { clearStorageOnSignOut } from './clear-storage.ts'
import { focusError } from './focus-error.ts'
import { hideDoneNotice } from './done-notice.ts'
import { closeMenus } from './menus.ts'
import { suggestWhileTyping } from './suggestions.ts'

hideDoneNotice()
offerCopying()
closeMenus()
clearStorageOnSignOut()
suggestWhileTyping()
focusError()
