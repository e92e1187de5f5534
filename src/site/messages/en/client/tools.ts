import { formatCount, formatNumber, formats } from '../format.ts'

const frames = (count: number) => formatCount(count, { one: 'frame', other: 'frames' })

/** The texts that the browser modules of the tools show. */
export const toolsTexts = {
  reading: 'Reading the animation …',
  making: 'Making the GIF …',
  canceled: 'Canceled. Change something to try again.',
  unreadable: 'Your browser cannot open this file here. Press Save, and the server will convert it.',
  notFound: 'The GIF could not be loaded. Reload the page to try again.',
  tooLarge: 'This animation is too large for your browser. Press Save, and the server will try it.',
  damaged: 'This GIF is damaged, so its frames cannot be read.',
  invalid: 'Check the field that is marked.',
  cropOutside: 'The crop extends beyond the image.',
  stopped: 'Your browser ran out of memory. Use fewer or smaller frames.',
  oldBrowser:
    'Your browser is too old to make GIFs. Update it, or press Save to have the server make this one.',
  approximated: (count: number) =>
    `${formatCount(count, { one: 'frame has', other: 'frames have' })} more than 256 colors; the rarest were replaced by near ones.`,
  done: (before: string, after: string, percent: number) =>
    percent === 0
      ? `${before} → ${after}`
      : `${before} → ${after} (${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))} %)`,
  converting: (format: string, percent: number) => `Making the ${format} … ${percent} %`,
  converted: (format: string, change: string) => `${format}: ${change}`,
  cannotConvert: (format: string) =>
    `Your browser could not make the ${format}. Press Save: the page of the GIF has it.`,
  pixels: (width: number, height: number) => `${width} × ${height}`,
  seconds: (milliseconds: number) => formats.formatDuration(milliseconds),
  bytes: (bytes: number) => formats.formatBytes(bytes),
  archive: 'Packing the frames …',
  strip: {
    frame: (number: number, milliseconds: number) => `Frame ${number}, ${formatNumber(milliseconds)} ms`,
    held: (times: number) => `×${times}`,
    selectAll: 'Select all',
    remove: 'Delete',
    longer: 'Longer',
    shorter: 'Shorter',
    undo: 'Undo',
    redo: 'Redo',
    count: (count: number, all: number) => `${formatNumber(count)} of ${frames(all)}`,
    last: 'A GIF has at least one frame.',
  },
  saving: 'Saving …',
  saveFailed: 'The GIF could not be saved. Check your connection and try again.',
}
