import { playGrid } from '../../kit/client/play-grid.ts'
import { offerPasswordToggle } from '../../kit/client/show-password.ts'
import { refreshAutomatically } from './auto-refresh.ts'

offerPasswordToggle()
refreshAutomatically()
if (document.querySelector('a[data-mp4]') !== null) playGrid()
