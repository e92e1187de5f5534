import { keepFresh } from './keep-fresh.ts'
import { offerCopying } from './copy-buttons.ts'
import { browse } from '../../browse/client/browse.ts'
import { openDialogs } from './dialogs.ts'
import { setStage } from './stage.ts'
import { offerSharing } from '../../gif/client/share.ts'
import { closeMenus } from './menus.ts'
import { focusError } from './focus-error.ts'
import { forgetNotice } from './forget-notice.ts'
import { offerShowing } from '../../account/client/show-password.ts'
import { helpTicking } from '../../account/client/ticking.ts'
import { forgetAtSignOut } from './forget-at-sign-out.ts'

forgetNotice()
offerCopying()
setStage()
offerSharing()
openDialogs()
browse()
closeMenus()
forgetAtSignOut()
offerShowing()
helpTicking()
focusError()
keepFresh()
