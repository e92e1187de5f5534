import * as fc from 'fast-check'
import { oddText } from './odd-texts.ts'

/** The part of the program's document that describes a value. */
export type ValueSchema = {
  type?: string
  enum?: string[]
  anyOf?: { const?: string }[]
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: ValueSchema
  'x-upload'?: boolean
}

/** The values named by the schema of a form or a query. */
export function propertiesOf(schema: unknown): Record<string, ValueSchema> {
  const { properties = {} } = Object(schema) as { properties?: Record<string, ValueSchema> }
  return properties
}

/** Returns the names of the values that the schema of a form or query requires. */
export function requiredOf(schema: unknown): string[] {
  const { required = [] } = Object(schema) as { required?: string[] }
  return required
}

/** A file as a client sends it: a part of its own in multipart, a data-URL elsewhere. */
export class SentFile {
  readonly bytes: Buffer
  readonly type: string
  readonly name: string

  constructor(bytes: Buffer, type: string, name: string) {
    this.bytes = bytes
    this.type = type
    this.name = name
  }
}

/** A value in a body or a query: JSON, or a file. */
export type SentValue =
  | SentFile
  | string
  | number
  | boolean
  | null
  | SentValue[]
  | { [key: string]: SentValue }

/** Values that exist, by the name of the property that takes them. */
export type KnownValues = Record<string, readonly SentValue[]>

export type Files = { video: Buffer; picture: Buffer }

/** A value that the schema allows, more often than not at its bounds. */
export function validValue(
  name: string,
  schema: ValueSchema,
  known: KnownValues,
  files: Files,
): fc.Arbitrary<SentValue> {
  const values = known[name]
  if (values !== undefined && values.length > 0) return fc.constantFrom(...values)
  if (schema['x-upload'] === true) return fc.constant(validFile(name, files))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'array':
      return fc.array(validValue(name, schema.items ?? {}, known, files), { minLength: 2, maxLength: 4 })
    case 'boolean':
      return fc.constantFrom<SentValue>(true, false, 0, 1, '0', '1', 'true', 'false')
    case 'integer':
    case 'number':
      return validNumber(schema)
    default:
      return fc.oneof(
        // Any text that is not too long is valid for a text field.
        oddText.map((text) => text.slice(0, Math.min(schema.maxLength ?? 200, 1000))),
        fc.constantFrom('cat', 'A title', 'Große Wörter 漢字 🎉'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(schema.maxLength ?? 60, 60) }),
      )
  }
}

function validNumber({ type, minimum = 0, maximum = 1000 }: ValueSchema): fc.Arbitrary<SentValue> {
  const number = fc.oneof(
    fc.constantFrom(minimum, maximum),
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: Math.min(maximum, 50), noNaN: true }),
  )
  return fc.oneof(
    number,
    number.map((value) => String(value)),
  )
}

export function validFile(name: string, { video, picture }: Files): SentFile {
  return name.startsWith('video')
    ? new SentFile(video, 'video/mp4', 'clip.mp4')
    : new SentFile(picture, 'image/png', 'one.png')
}

/** A value that the schema does not allow: past a bound, of another type, or any odd text. */
export function oddValue(name: string, schema: ValueSchema, files: Files): fc.Arbitrary<SentValue> {
  const { minimum = 0, maximum = 1000, maxLength = 200 } = schema
  return fc.oneof(
    { weight: 4, arbitrary: oddText },
    {
      weight: 2,
      arbitrary: fc.constantFrom<SentValue>(
        minimum - 1,
        maximum + 1,
        minimum + 0.5,
        -1,
        1e308,
        -0,
        2 ** 53,
        2 ** 31,
        1e-300,
        'x'.repeat(maxLength + 1),
        'ä'.repeat(maxLength),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom<SentValue>(
        null,
        true,
        [],
        {},
        [[]],
        [null],
        [1, 'a', {}],
        { a: [] },
        { length: 3, 0: 'a' },
        { toString: 'x' },
        [['a', 'b'], 'c'],
      ),
    },
    { weight: 1, arbitrary: fc.array(oddText, { maxLength: 30 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<SentValue> },
    { weight: 1, arbitrary: oddFile(files) },
    { weight: 1, arbitrary: fc.constant(validFile(name, files)) },
    { weight: 1, arbitrary: fc.constantFrom<SentValue>('y'.repeat(70_000), 'z'.repeat(300_000), deep(2000)) },
  )
}

function oddFile({ video, picture }: Files): fc.Arbitrary<SentFile> {
  return fc
    .record({
      bytes: fc.oneof(
        fc.constantFrom(
          Buffer.alloc(0),
          video,
          picture,
          Buffer.from('<svg/>'),
          Buffer.from('#EXTM3U\nhttp://127.0.0.1/'),
        ),
        fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
      ),
      type: fc.constantFrom('', 'video/mp4', 'image/png', 'image/svg+xml', 'text/html', 'x', 'a/b; c="d"'),
      name: fc.oneof(oddText, fc.constantFrom('', 'clip.mp4')),
    })
    .map(({ bytes, type, name }) => new SentFile(bytes, type, name))
}

function deep(levels: number): SentValue {
  let value: SentValue = 'bottom'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}
