import { offerPasswordToggle } from '../../kit/client/show-password.ts'
import { refreshAutomatically } from './auto-refresh.ts'

offerPasswordToggle()
refreshAutomatically()
