/** The packages of the fonts, each with its license text (OFL-1.1). */
export type FontFace = {
  /** The name of its package below `@fontsource/`, and of its files. */
  name: string
  weight: 400 | 700
  /** The scripts that it covers, by their ISO 15924 names. */
  scripts: readonly string[]
  /** The parts that its files are split into; null: all of the package's parts, which are numbered. */
  parts: readonly string[] | null
}

/** A file of a face, and the characters that it has. */
export type FontFile = { name: string; ranges: readonly (readonly [number, number])[] }

export type CaptionFont = { id: string; face: FontFace }

const european = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']

const sans: FontFace = {
  name: 'noto-sans',
  weight: 700,
  scripts: ['Latn', 'Grek', 'Cyrl'],
  parts: european,
}

/** The fonts that a text can be set in; the fallback faces have the letters that they lack. */
export const captionFonts: readonly CaptionFont[] = [
  {
    id: 'impact',
    face: { name: 'anton', weight: 400, scripts: ['Latn'], parts: ['latin', 'latin-ext', 'vietnamese'] },
  },
  { id: 'sans', face: sans },
  {
    id: 'serif',
    face: { name: 'noto-serif', weight: 700, scripts: ['Latn', 'Grek', 'Cyrl'], parts: european },
  },
  {
    id: 'hand',
    face: {
      name: 'caveat',
      weight: 700,
      scripts: ['Latn', 'Cyrl'],
      parts: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'],
    },
  },
  {
    id: 'mono',
    face: { name: 'noto-sans-mono', weight: 700, scripts: ['Latn', 'Grek', 'Cyrl'], parts: european },
  },
]

export const fontIds: readonly string[] = captionFonts.map(({ id }) => id)

/** Returns a face of one script, whose package names the part like the script. */
const ofScript = (script: string, part: string): FontFace => ({
  name: `noto-sans-${part}`,
  weight: 700,
  scripts: [script],
  parts: [part],
})

/** Fallback fonts, in order, for letters that the font of a text lacks. */
export const fallbackFaces: readonly FontFace[] = [
  sans,
  ofScript('Arab', 'arabic'),
  ofScript('Hebr', 'hebrew'),
  ofScript('Deva', 'devanagari'),
  ofScript('Beng', 'bengali'),
  ofScript('Gujr', 'gujarati'),
  ofScript('Guru', 'gurmukhi'),
  ofScript('Knda', 'kannada'),
  ofScript('Mlym', 'malayalam'),
  ofScript('Sinh', 'sinhala'),
  ofScript('Taml', 'tamil'),
  ofScript('Telu', 'telugu'),
  ofScript('Thai', 'thai'),
  ofScript('Laoo', 'lao'),
  ofScript('Khmr', 'khmer'),
  ofScript('Mymr', 'myanmar'),
  ofScript('Geor', 'georgian'),
  ofScript('Armn', 'armenian'),
  ofScript('Ethi', 'ethiopic'),
  { name: 'noto-color-emoji', weight: 400, scripts: ['Zsye'], parts: null },
  { name: 'noto-sans-symbols-2', weight: 400, scripts: ['Zsym'], parts: ['symbols'] },
]
