import { playGrid } from '../../kit/client/play-grid.ts'
import { offerPasswordToggle } from '../../kit/client/show-password.ts'
import { enhanceSelection } from '../../kit/client/selection.ts'
import { refreshAutomatically } from './auto-refresh.ts'
import { offerReviewKeys } from './review-keys.ts'

offerPasswordToggle()
refreshAutomatically()
enhanceSelection()
offerReviewKeys()
if (document.querySelector('a[data-mp4]') !== null) playGrid()
