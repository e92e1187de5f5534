export { ruleSentences } from '../../../../lib/errors/rules.ts'
