import { playGrid } from '../../kit/client/play-grid.ts'
import { startPlayers } from '../../kit/client/player.ts'
import { offerSharing } from '../../kit/client/share.ts'
import { openDialogs } from './dialogs.ts'

const grid = playGrid()
addEventListener('pagehide', grid.stopAll)
startPlayers()
offerSharing()
openDialogs()
