import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { AppError } from '../lib/app-error.ts'
import type { FastifyInstance } from 'fastify'
import { bareName } from './bodies/fields.ts'
import { UploadedFile } from '../creation/values/uploaded-file.ts'
import { nothingHere } from './plugins/errors.ts'
import type { Leniency } from './surface.ts'
import { isLongerThan, longestText } from '../lib/text/text-lengths.ts'

/** Reads the query, parameters and body of the scope's routes by their TypeBox schemas. */
export function registerValues(scope: FastifyInstance, leniency: Leniency): void {
  scope.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    if (!Type.IsObject(schema)) throw new Error(`the schema of ${httpPart} must be an object`)
    const read = valueReader(schema, leniency, longTextsOf(httpPart, leniency))
    return (raw: unknown) => {
      try {
        return { value: read(raw) }
      } catch (error) {
        return { error: error instanceof Error ? error : new Error(String(error)) }
      }
    }
  })
}

/** The handling of a text that is too long for its field: an error of the field, an unknown address, or truncation. */
type LongTexts = 'refuse' | 'notFound' | 'cut'

function longTextsOf(httpPart: string | undefined, leniency: Leniency): LongTexts {
  if (httpPart === 'params') return 'notFound'
  return httpPart === 'querystring' && leniency === 'lenient' ? 'cut' : 'refuse'
}

/**
 * Reads the values of a request by a flat TypeBox object: numbers may be text, booleans 0 and 1, an array a single
 * value. Unknown keys are dropped. A text that is too long for its field (`longestText`) is not processed further. The
 * returned function throws AppError missing_value or invalid_value with the key and the valid values; a lenient one
 * throws invalid_value only for required keys and long texts.
 */
export function valueReader<T extends TObject>(
  schema: T,
  leniency: Leniency = 'strict',
  longTexts: LongTexts = 'refuse',
): (raw: unknown) => Static<T> {
  const readers = Object.entries(schema.properties).map(([key, property]) => ({
    key,
    bareKey: bareName(key),
    isRequired: schema.required?.includes(key) ?? false,
    limit: lengthLimiter(key, property, longTexts),
    read: propertyReader(property, leniency),
    fallback: Reflect.get(property, 'default') as unknown,
    /** The key whose presence removes the default of this one. */
    defaultUnless: Reflect.get(property, 'x-default-unless') as unknown,
    property,
  }))
  return (raw) => {
    const given = byBareName(raw)
    const isGiven = (key: unknown) => typeof key === 'string' && (given[key] ?? null) !== null
    const values: Record<string, unknown> = Object.create(null)
    for (const { key, bareKey, isRequired, limit, read, fallback, defaultUnless, property } of readers) {
      const value = limit(given[bareKey] ?? undefined)
      const result = value === undefined ? undefined : read(value)
      if (result !== undefined) values[key] = result
      else if (value !== undefined && (isRequired || leniency === 'strict')) throw invalidValue(key, property)
      else if (isRequired) throw new AppError('missing_value', `\`${key}\` is required.`, { field: key })
      else if (fallback !== undefined && !isGiven(defaultUnless)) values[key] = fallback
    }
    return values as Static<T>
  }
}

/** The values by their bare names, in an object without a prototype; most already are. */
function byBareName(raw: unknown): Record<string, unknown> {
  const values = Object(raw) as Record<string, unknown>
  const isBare =
    Object.getPrototypeOf(values) === null && Object.keys(values).every((name) => !name.endsWith(']'))
  if (isBare) return values
  const given = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) given[bareName(name)] = value
  return given
}

/** Returns a check that passes on a value if none of its texts is too long for the property; see `LongTexts`. */
function lengthLimiter(key: string, property: TSchema, longTexts: LongTexts): (value: unknown) => unknown {
  const longest = longestText(property)
  const isLong = (value: unknown) => typeof value === 'string' && isLongerThan(value, longest)
  return (value) => {
    const hasLong = Array.isArray(value) ? value.some(isLong) : isLong(value)
    if (!hasLong) return value
    if (longTexts === 'notFound') throw nothingHere()
    if (longTexts === 'refuse') throw tooLong(key, property, longest)
    return Array.isArray(value)
      ? value.map((item) => (isLong(item) ? String(item).slice(0, longest) : item))
      : String(value).slice(0, longest)
  }
}

function tooLong(key: string, property: TSchema, longest: number): AppError {
  const text: TSchema = Type.IsArray(property) ? property.items : property
  const limit = Number(Reflect.get(text, 'maxLength') ?? longest)
  const about = { field: key }
  if (Type.IsArray(property)) {
    return new AppError('invalid_value', `Each of \`${key}\` must have at most ${limit} characters.`, about)
  }
  if (isFreeText(property)) {
    return new AppError('invalid_value', `\`${key}\` must have at most ${limit} characters.`, about)
  }
  const what = describe(property)
  return new AppError('invalid_value', `\`${key}\` must be ${what}, in at most ${limit} characters.`, about)
}

function isFreeText(property: TSchema): boolean {
  return Type.IsString(property) && Reflect.get(property, 'x-must-be') === undefined
}

function invalidValue(key: string, property: TSchema): AppError {
  return new AppError('invalid_value', `\`${key}\` must be ${describe(property)}.`, { field: key })
}

/** Returns undefined for a value that the schema does not allow. */
function propertyReader(property: TSchema, leniency: Leniency): (value: unknown) => unknown {
  const isValid = isUpload(property)
    ? (value: unknown) => value instanceof UploadedFile
    : isUploadList(property)
      ? (value: unknown) => Array.isArray(value) && value.every((item) => item instanceof UploadedFile)
      : Reflect.get(property, 'x-read-later') === true
        ? () => true
        : checkOf(property)
  const aliases = new Map<string, string>(Object.entries(Object(Reflect.get(property, 'x-aliases'))))
  return (value) => {
    const named = typeof value === 'string' ? (aliases.get(value) ?? value) : value
    const coerced = coerce(property, named)
    const read = leniency === 'lenient' ? clamp(property, coerced) : coerced
    return isValid(read) ? read : undefined
  }
}

/** Clamps a number to the limits of its property; returns other values unchanged. */
function clamp(property: TSchema, value: unknown): unknown {
  if (typeof value !== 'number') return value
  const { minimum, maximum } = limitsOf(property)
  return Math.min(Math.max(value, minimum), maximum)
}

/**
 * Compiled at the first value: compiling all at startup would take long for values that are never sent. `lengthLimiter`
 * checks the length of a text first.
 */
function checkOf(property: TSchema): (value: unknown) => boolean {
  let compiled: ReturnType<typeof Compile> | undefined
  return (value) => (compiled ??= Compile(withoutMaxLength(property))).Check(value)
}

function withoutMaxLength(property: TSchema): TSchema {
  if (Type.IsArray(property)) return { ...property, items: withoutMaxLength(property.items) }
  const { maxLength: _checked, ...others } = property as TSchema & { maxLength?: number }
  return others
}

function isUpload(property: TSchema): boolean {
  return Reflect.get(property, 'x-upload') === true
}

function isUploadList(property: TSchema): boolean {
  return Type.IsArray(property) && isUpload(property.items)
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
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
  const mustBe: unknown = Reflect.get(property, 'x-must-be')
  if (typeof mustBe === 'string') return mustBe
  if (Type.IsInteger(property)) return `a whole number${range(property)}`
  if (Type.IsNumber(property)) return `a number${range(property)}`
  if (Type.IsBoolean(property)) return '0 or 1'
  if (Type.IsArray(property)) return 'a text or a list of texts'
  const maxLength: unknown = Reflect.get(property, 'maxLength')
  return typeof maxLength === 'number' ? `a text of at most ${maxLength} characters` : 'a text'
}

function range(property: TSchema): string {
  const { minimum, maximum } = limitsOf(property)
  if (minimum === -Infinity) return ''
  return maximum === Infinity ? `, at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

function limitsOf(property: TSchema): { minimum: number; maximum: number } {
  return Object.assign({ minimum: -Infinity, maximum: Infinity }, property)
}
