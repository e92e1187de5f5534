import { formatBytes, formatCount } from '../format.ts'

/** The texts of the maker's preview. */
export const previewTexts = {
  alt: 'Your GIF',
  play: 'Play',
  pause: 'Pause',
  compare: 'Compare',
  compareLong: 'Compare with the source',
  size: (gif: { bytes: number; isAbout: boolean; width: number; height: number; frames: number }) =>
    [
      `${gif.isAbout ? 'About ' : ''}${formatBytes(gif.bytes)}`,
      `${gif.width}\u{a0}×\u{a0}${gif.height}`,
      formatCount(gif.frames, { one: 'frame', other: 'frames' }),
    ].join(' · '),
  estimated: (bytes: number) =>
    `About ${formatBytes(bytes)}. This clip is too long for a preview, not for a GIF.`,
  download: 'Download',
  downloadHelp: 'Made in your browser. Nothing is uploaded.',
  /** The texts if the service has the source. */
  downloadHelpKept: 'Made in your browser. Only the source is on the server.',
  downloading: (percent: number) => `Making your GIF: ${percent} %`,
  saved: (name: string) => `${name} is saved. Nothing was uploaded.`,
  savedKept: (name: string) => `${name} is saved. It was not uploaded.`,
  problems: {
    'does-not-fit': 'The GIF does not fit into that size limit. Allow more, or choose a shorter clip.',
    'too-large': 'This clip is too long for your browser. Use “Make GIF” instead.',
    unreadable: 'No preview is available. “Make GIF” still works.',
    'old-browser':
      'Your browser is too old for a preview. Update it to see the GIF here. “Make GIF” still works.',
  },
}
