import { formatCount, formatNumber } from '../format.ts'

const files = (count: number) => formatCount(count, { one: 'file', other: 'files' })

/** The texts that the browser modules of importing show. */
export const importTexts = {
  progress: (sent: number, all: number) => `${formatNumber(sent)} of ${files(all)} sent`,
  paused: (sent: number, all: number) => `Paused. ${formatNumber(sent)} of ${files(all)} sent`,
  waits: (seconds: number) => `The server is busy. Continuing in ${seconds} s.`,
  pause: 'Pause',
  resume: 'Continue',
  failed: (count: number) => `${files(count)} could not be sent.`,
  lost: 'The connection was lost.',
  tooMany: (max: number) => `Only the first ${files(max)} can be sent at once.`,
  tooLarge: (name: string, limit: string) => `${name} is larger than ${limit}.`,
  nothing: 'The dropped items contain no files.',
  reading: 'Reading folders …',
  allMade: 'All files are done.',
}
