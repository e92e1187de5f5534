import { offerPasswordToggle } from '../../kit/client/show-password.ts'
import { enhanceSelection } from './selection.ts'

offerPasswordToggle()
enhanceSelection()
