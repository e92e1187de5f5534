import { showAskedFields } from './asked-fields.ts'

showAskedFields()
