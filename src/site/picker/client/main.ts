import { definePicker } from './picker-element.ts'

definePicker()
