import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel } from 'yauzl'

/**
 * Returns the path of an entry, with `/` between its parts. Many programs write UTF-8 without its flag (macOS
 * "Compress"), or the code page of their system, so the bytes decide: UTF-8 if they are valid UTF-8, then Shift-JIS,
 * then CP437, which decodes everything (APPNOTE 6.3.10, appendix D). A path is untrusted: check it before use.
 */
export function readZipName({ fileNameRaw, extraFields }: Entry): string {
  const text =
    unicodePath(fileNameRaw, extraFields) ??
    decodeStrictly(utf8, fileNameRaw) ??
    decodeShiftJis(fileNameRaw) ??
    decodeCp437(fileNameRaw)
  return text.replaceAll('\\', '/')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const shiftJis = new TextDecoder('shift_jis', { fatal: true })

function decodeStrictly(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

const unicodePathId = 0x7075

/**
 * Returns the Unicode path of Info-ZIP (APPNOTE 4.6.9) if it belongs to this name: a program that renames a file keeps
 * the old one.
 */
function unicodePath(name: Buffer, extraFields: Entry['extraFields']): string | null {
  const data = extraFields.find(({ id }) => id === unicodePathId)?.data
  if (data === undefined || data.length < 6 || data[0] !== 1) return null
  return data.readUInt32LE(1) === crc32(name) ? decodeStrictly(utf8, data.subarray(5)) : null
}

function decodeCp437(name: Buffer): string {
  // Without the UTF-8 flag and without extra fields.
  return getFileNameLowLevel(0, name, [], true)
}

/**
 * Decodes Shift-JIS; returns null if the name is not Japanese. Many CP437 names decode as Shift-JIS too: "schön" as
 * "sch馬". A name with kana or Chinese characters counts as Japanese unless it reads as a Western name; adjacent kana
 * are always Japanese.
 */
function decodeShiftJis(name: Buffer): string | null {
  const text = decodeStrictly(shiftJis, name)
  if (text === null || !/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(text)) return null
  return /[\p{scx=Hira}\p{scx=Kana}]{2}/u.test(text) || !isWestern(decodeCp437(name)) ? text : null
}

/**
 * Returns true if all words are Latin: mostly ASCII letters, no capital after a small letter, and no name of two
 * letters.
 */
function isWestern(text: string): boolean {
  if (!/^[\p{ASCII}\p{sc=Latin}ªº¿¡«»]*$/u.test(text)) return false
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /\P{ASCII}/u.test(word))
  return (
    words.every((word) => countPlain(word) * 2 >= word.length && !/\p{Ll}\p{Lu}/u.test(word)) &&
    !text.split('/').some(isTwoLetters)
  )
}

/** Returns true for a name of two letters: a Chinese character such as 山 decodes as two, such as "ÄR". */
function isTwoLetters(name: string): boolean {
  const letters = name.replace(/\.\w{1,5}$/, '').replace(/\P{L}/gu, '')
  return letters.length === 2 && /\P{ASCII}/u.test(letters)
}

const countPlain = (word: string): number => (word.match(/[a-z]/gi) ?? []).length
