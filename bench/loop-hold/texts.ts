/** Texts that are expensive to normalise, to match, to split or to escape; each is repeated up to a length. */
export const texts: Record<string, string> = {
  letters: 'a',
  'one-letter words': 'a ',
  'different words': 'ab cd ef gh ij kl mn op qr st uv wx yz ',
  spaces: ' ',
  accents: 'e\u0301',
  'combining marks': '\u0301',
  'marks out of order': '\u0301\u0323\u0345',
  emoji: '👩🏽‍🚀',
  'signs that expand': 'ﷺ',
  hangul: '각',
  han: '東',
  commas: ',',
  'tags of a line': ' #a',
  markup: '<"&\'',
  digits: '1',
  slashes: '/..',
  percents: '%',
  quotes: '"\\',
  controls: '\u0001\u202e',
}

/** The text over and over, as far as `bytes` of UTF-8 go. */
export function filled(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))))
}
