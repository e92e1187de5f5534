export { pickerTexts } from '../../en/client/picker.ts'
