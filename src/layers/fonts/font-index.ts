import { systemFace } from './system-parts.ts'
import { captionFonts, fallbackFaces, type FontFace, type FontFile } from './font-list.ts'

/** The files of every face, by its name. */
export type FontIndex = Readonly<Record<string, readonly FontFile[]>>

/** Returns every face once. */
export function allFaces(): FontFace[] {
  const faces = [...captionFonts.map(({ face }) => face), ...fallbackFaces]
  return [...new Map(faces.map((face) => [face.name, face])).values()]
}

/**
 * Returns the files that a text needs, in the order in which they are searched for its letters: those of its font, then
 * those of the fallback faces. The first is always included: characters that no font has are drawn as its replacement
 * box.
 */
export function filesFor(text: string, fontId: string, index: FontIndex): FontFile[] {
  const characters = [...new Set(text)].map((character) => character.codePointAt(0) ?? 0)
  const font = captionFonts.find(({ id }) => id === fontId) ?? captionFonts[0]
  const faces = [...new Set([...(font === undefined ? [] : [font.face]), ...fallbackFaces])]
  return [...faces.map(({ name }) => name), systemFace].flatMap((name, place) =>
    (index[name] ?? []).filter(
      ({ ranges }, part) =>
        (place === 0 && part === 0) || characters.some((character) => hasCharacter(ranges, character)),
    ),
  )
}

function hasCharacter(ranges: FontFile['ranges'], character: number): boolean {
  return ranges.some(([first, last]) => character >= first && character <= last)
}

/** Parses the ranges of `unicode-range` in style sheets: U+0-FF,U+131. */
export function parseRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [, first = '', last = first] = /^U\+([0-9a-f]+)(?:-([0-9a-f]+))?$/i.exec(range.trim()) ?? []
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}
