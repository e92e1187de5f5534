export { developersTexts } from '../../en/client/developers.ts'
