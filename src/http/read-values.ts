import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../lib/app-error.ts'
import { bareName } from './bodies/fields.ts'
import { UploadedFile } from './bodies/uploaded-file.ts'

/**
 * Reads the values of a request by a flat TypeBox object: numbers may come as text, booleans as 0 and 1,
 * one value for an array. Unknown keys are dropped. Gives a function that throws AppError missing_value or
 * invalid_value, naming the key and saying what would be right.
 */
export function valueReader<T extends TObject>(schema: T): (raw: unknown) => Static<T> {
  const readers = Object.entries(schema.properties).map(([key, property]) => ({
    key,
    bareKey: bareName(key),
    required: schema.required?.includes(key) ?? false,
    read: propertyReader(key, property),
    fallback: Reflect.get(property, 'default') as unknown,
  }))
  return (raw) => {
    const given = new Map(
      Object.entries(Object(raw) as object).map(([name, value]) => [bareName(name), value as unknown]),
    )
    const values: Record<string, unknown> = Object.create(null)
    for (const { key, bareKey, required, read, fallback } of readers) {
      const value: unknown = given.get(bareKey)
      if (value !== undefined && value !== null) values[key] = read(value)
      else if (required) throw new AppError('missing_value', `\`${key}\` is required.`, { field: key })
      else if (fallback !== undefined) values[key] = fallback
    }
    return values as Static<T>
  }
}

/** A value that comes as a data-URL or a file part, and is on disk when the handler sees it. */
export function upload(mustBe: string, description = mustBe): TSchema & { '~unsafe': UploadedFile } {
  return Type.Unsafe<UploadedFile>({
    type: 'string',
    'x-upload': true,
    'x-must-be': mustBe,
    description,
  })
}

function propertyReader(key: string, property: TSchema): (value: unknown) => unknown {
  const checks = isUpload(property)
    ? (value: unknown) => value instanceof UploadedFile
    : isUploadList(property)
      ? (value: unknown) => Array.isArray(value) && value.every((item) => item instanceof UploadedFile)
      : compileCheck(property)
  return (value) => {
    const read = coerce(property, value)
    if (checks(read)) return read
    throw new AppError('invalid_value', `\`${key}\` must be ${describe(property)}.`, { field: key })
  }
}

function compileCheck(property: TSchema): (value: unknown) => boolean {
  const compiled = Compile(property)
  return (value) => compiled.Check(value)
}

function isUpload(property: TSchema): boolean {
  return Reflect.get(property, 'x-upload') === true
}

function isUploadList(property: TSchema): boolean {
  return Type.IsArray(property) && isUpload(property.items)
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const truths = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
])

function coerce(property: TSchema, value: unknown): unknown {
  if (Type.IsArray(property)) return Array.isArray(value) ? value : [value]
  if (Type.IsNumber(property) || Type.IsInteger(property)) {
    return typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value
  }
  if (Type.IsBoolean(property)) return truths.get(typeof value === 'string' ? value.trim() : value) ?? value
  return value
}

function describe(property: TSchema): string {
  const words: unknown = Reflect.get(property, 'x-must-be')
  if (typeof words === 'string') return words
  if (Type.IsInteger(property)) return `a whole number${range(property)}`
  if (Type.IsNumber(property)) return `a number${range(property)}`
  if (Type.IsBoolean(property)) return '0 or 1'
  if (Type.IsArray(property)) return 'a text or a list of texts'
  const maxLength: unknown = Reflect.get(property, 'maxLength')
  return typeof maxLength === 'number' ? `a text of at most ${maxLength} characters` : 'a text'
}

function range(property: TSchema): string {
  const { minimum, maximum } = Object.assign({ minimum: -Infinity, maximum: Infinity }, property)
  if (minimum === -Infinity) return ''
  return maximum === Infinity ? `, at least ${minimum}` : ` from ${minimum} to ${maximum}`
}
