import { offerPasswordToggle } from '../../kit/client/show-password.ts'
import { enhanceSelection } from '../../kit/client/selection.ts'

offerPasswordToggle()
enhanceSelection()
