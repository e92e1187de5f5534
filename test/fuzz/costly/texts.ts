/** A text that is expensive to match, normalize, split or escape: `unit` repeated between two ends. */
export type CostlyText = { start?: string; unit: string; end?: string }

/** Kinds of costly texts. The ends make a pattern fail only after it has read the whole text. */
export const costlyTexts: Readonly<Record<string, CostlyText>> = {
  letters: { unit: 'a', end: '!' },
  'one-letter words': { unit: 'a ' },
  'different words': { unit: 'ab cd ef gh ij kl mn op qr st uv wx yz ' },
  spaces: { start: 'x', unit: ' ', end: 'x' },
  'line ends': { start: 'x', unit: '\r\n', end: 'x' },
  accents: { unit: 'e\u0301' },
  'combining marks': { unit: '\u0301' },
  'marks out of order': { unit: '\u0301\u0323\u0345' },
  emoji: { unit: '👩🏽‍🚀' },
  'signs that expand': { unit: 'ﷺ' },
  hangul: { unit: '각' },
  han: { unit: '東' },
  commas: { unit: ',', end: 'x' },
  hashtags: { unit: ' #a' },
  markup: { unit: '<"&\'' },
  digits: { unit: '1', end: 'x' },
  'dots and digits': { unit: '1.', end: 'x' },
  slashes: { unit: '/', end: 'x' },
  'question marks': { unit: '?', end: '\n' },
  'host with dots': { start: 'https://a', unit: '.', end: 'b/' },
  'e-mail addresses': { unit: 'a@a.', end: ' ' },
  percents: { unit: '%' },
  quotes: { unit: '"\\' },
  controls: { unit: '\u0001\u202e' },
  brackets: { unit: '[{', end: ']' },
}

/** Returns the longest text that fits in `size`, according to `measure`. */
export function fillText(kind: string, size: number, measure: (text: string) => number): string {
  const { start = '', unit, end = '' } = costlyTexts[kind] ?? { unit: kind }
  const room = size - measure(start) - measure(end)
  return start + unit.repeat(Math.max(1, Math.floor(room / measure(unit)))) + end
}
