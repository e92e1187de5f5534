/** The first word of every part, which identifies the format. */
const magic = 0x47575031
/** Raised whenever the meaning of a section changes: files of another format are not read. */
export const partFormat = 1

/** The sections of a part, in the order of its memory: the widest elements first, so that all are aligned. */
const sectionTypes = {
  ids: Uint32Array,
  uses: Uint32Array,
  byAge: Uint32Array,
  tokenStarts: Uint32Array,
  terms: Uint32Array,
  termBits: Uint32Array,
  termRanks: Uint32Array,
  starts: Uint32Array,
  titleEnds: Uint32Array,
  postings: Uint32Array,
  bitmapSlots: Uint32Array,
  bitmaps: Uint32Array,
  categoryIds: Uint32Array,
  categoryStarts: Uint32Array,
  categoryDocs: Uint32Array,
  keyTable: Uint32Array,
  keyStarts: Uint32Array,
  keyParents: Uint32Array,
  slotKeys: Uint32Array,
  formSlots: Uint32Array,
  formKeys: Uint32Array,
  keyCounts: Uint32Array,
  categories: Uint16Array,
  keyChars: Uint16Array,
  facets: Uint8Array,
  tokens: Uint8Array,
} as const

type SectionName = keyof typeof sectionTypes
export type SectionLengths = Record<SectionName, number>
export type Sections = { readonly [Name in SectionName]: InstanceType<(typeof sectionTypes)[Name]> }

const sectionNames = Object.keys(sectionTypes) as SectionName[]
/**
 * Magic, format, length in bytes, and the element count of each section. Kept even, so that sections can be aligned.
 */
const headerWords = Math.ceil((3 + sectionNames.length) / 2) * 2

/** Offsets in a part are 32-bit numbers. */
const maxPartBytes = 2 ** 32 - 8

/** Allocates zeroed memory for a part with these numbers of elements. Throws a RangeError if it is too large. */
export function allocatePart(lengths: SectionLengths): SharedArrayBuffer {
  const bytes = bytesOf(lengths)
  if (bytes > maxPartBytes) throw new RangeError(`a part of ${bytes} bytes is too large`)
  const memory = new SharedArrayBuffer(bytes)
  const header = new Uint32Array(memory, 0, headerWords)
  header.set([magic, partFormat, memory.byteLength, ...sectionNames.map((name) => lengths[name])])
  return memory
}

/**
 * Returns the sections of a part's memory. Throws an Error that describes the fault if it is no part of this format.
 */
export function readSections(memory: SharedArrayBuffer): Sections {
  if (memory.byteLength < headerWords * 4) throw new Error('it is too short for a part')
  const [foundMagic, format, byteLength, ...counts] = new Uint32Array(memory, 0, headerWords)
  if (foundMagic !== magic) throw new Error('it is not a part of an index')
  if (format !== partFormat) throw new Error(`it has format ${format}, not ${partFormat}`)
  const lengths = Object.fromEntries(sectionNames.map((name, index) => [name, counts[index] ?? 0]))
  if (byteLength !== memory.byteLength || bytesOf(lengths as SectionLengths) !== byteLength)
    throw new Error('its length is not that of its sections')
  let offset = headerWords * 4
  const sections = sectionNames.map((name) => {
    const type = sectionTypes[name] as new (
      memory: SharedArrayBuffer,
      offset: number,
      length: number,
    ) => Uint8Array
    const section = new type(memory, offset, lengths[name] ?? 0)
    offset += section.byteLength
    return [name, section]
  })
  return Object.fromEntries(sections) as Sections
}

function bytesOf(lengths: SectionLengths): number {
  let bytes = headerWords * 4
  for (const name of sectionNames) bytes += lengths[name] * sectionTypes[name].BYTES_PER_ELEMENT
  return Math.ceil(bytes / 4) * 4
}
