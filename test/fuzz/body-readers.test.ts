import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { Base64Decoder } from '#src/http/bodies/data-url-reader.ts'
import { type BodyReader, Fields, TextBuffer } from '#src/http/bodies/fields.ts'
import { FormReader } from '#src/http/bodies/form-reader.ts'
import { parseHeader } from '#src/http/bodies/header-parameters.ts'
import { JsonReader } from '#src/http/bodies/json-reader.ts'
import { MultipartReader } from '#src/http/bodies/multipart-reader.ts'
import { PercentDecoder } from '#src/http/bodies/unescape.ts'
import { Uploads } from '#src/http/bodies/uploads.ts'
import { AppError } from '#src/lib/app-error.ts'
import { oddText } from './requests/odd-texts.ts'
import { randomRuns } from '../support/full-run.ts'

/** The positions at which a text is split into pieces, as parts of its length. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })

function pieces(bytes: Buffer, places: number[]): Buffer[] {
  const at = [0, ...places.map((part) => Math.floor(part * bytes.length)), bytes.length].toSorted(
    (a, b) => a - b,
  )
  return at.slice(1).map((end, index) => Buffer.from(bytes.subarray(at[index], end)))
}

type MakeReader = (fields: Fields, uploads: Uploads, text: TextBuffer) => BodyReader

/** The values of a body that has no uploads, read in pieces, or the AppError that refuses it. */
async function read(
  make: MakeReader,
  body: Buffer,
  places: number[],
): Promise<Record<string, unknown> | AppError> {
  const fields = new Fields(2000)
  const reader = make(fields, new Uploads(null), new TextBuffer(2 ** 20))
  try {
    for (const piece of pieces(body, places)) await reader.write(piece)
    await reader.end()
    return { ...fields.values }
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const makeForm: MakeReader = (...given) => new FormReader(...given)
const makeJson: MakeReader = (...given) => new JsonReader(...given)
const boundary = 'x-b'
const makeMultipart: MakeReader = (...given) => new MultipartReader(...given, boundary)

/** The result of Fields for pairs: Fields decides about names. */
function collected(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const fields = new Fields(2000)
  for (const [name, value] of pairs) fields.add(name, value)
  return { ...fields.values }
}

const wholeText = oddText.map((text) => text.toWellFormed().replaceAll('\ufeff', ''))
const pairs = fc.array(fc.tuple(wholeText, wholeText), { maxLength: 8 })

describe('a body of any values, split anywhere', () => {
  test('as urlencoded, gives the text that URLSearchParams wrote', () =>
    fc.assert(
      fc.asyncProperty(pairs, cuts, async (given, places) => {
        const body = Buffer.from(new URLSearchParams(given).toString())
        assert.deepEqual(await read(makeForm, body, places), collected(given))
      }),
      randomRuns(100),
    ))

  test('as multipart, gives every byte of every text, even one that looks like a boundary', () => {
    const piece = fc.constantFrom('\r\n', '\r', '\n', '--', `--${boundary}`, '-', boundary, ' ', 'ä', '\0')
    // A text with the boundary at the beginning of a line cannot be sent.
    const text = fc
      .array(piece, { maxLength: 12 })
      .map((list) => list.join(''))
      .filter((one) => !`\r\n${one}\r\n`.includes(`\r\n--${boundary}`))
    return fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, wholeText), { maxLength: 6 }), cuts, async (texts, places) => {
        const sound = texts.filter((one) => !`\r\n${one}`.includes(`\r\n--${boundary}`))
        const parts = sound.map(
          (one, index) =>
            `--${boundary}\r\nContent-Disposition: form-data; name="n${index}"\r\n\r\n${one}\r\n`,
        )
        const body = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
        const given = sound.map((one, index) => [`n${index}`, one] as const)
        assert.deepEqual(await read(makeMultipart, body, places), collected(given))
      }),
      randomRuns(100),
    )
  })

  test('as JSON, gives the result of JSON.parse, counting a repeated key twice', () => {
    const member = fc.tuple(wholeText, fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }))
    return fc.assert(
      fc.asyncProperty(fc.array(member, { maxLength: 8 }), cuts, async (members, places) => {
        const texts = members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
        const body = Buffer.from(`{${texts.join(' ,\n')}}`)
        const given = members.map(([name, value]): [string, unknown] => [
          name,
          JSON.parse(JSON.stringify(value)),
        ])
        assert.deepEqual(await read(makeJson, body, places), collected(given))
      }),
      randomRuns(100),
    )
  })

  for (const [name, make] of [
    ['urlencoded', makeForm],
    ['JSON', makeJson],
    ['multipart', makeMultipart],
  ] as const) {
    test(`${name}: garbage gives the same result for any split: values, or one AppError`, () => {
      const crumb = fc.oneof(
        fc.constantFrom(
          ...'{}[]":,\\&=%+;'.split(''),
          `--${boundary}`,
          '\r\n',
          '\r\n\r\n',
          '%4',
          '\\u00',
          'name=',
        ),
        fc.constantFrom(
          'Content-Disposition: form-data; name="a"',
          '__proto__',
          '"a"',
          'null',
          '1e5',
          'tags[]',
        ),
        oddText,
      )
      return fc.assert(
        fc.asyncProperty(fc.array(crumb, { maxLength: 30 }), cuts, async (crumbs, places) => {
          const body = Buffer.from(crumbs.join(''))
          const [whole, cut] = [await read(make, body, []), await read(make, body, places)]
          assert.deepEqual(
            cut instanceof AppError ? cut.code : cut,
            whole instanceof AppError ? whole.code : whole,
          )
          assert.equal(Object.getPrototypeOf({}), Object.prototype)
          assert.equal(Reflect.get({}, 'a'), undefined)
        }),
        randomRuns(300),
      )
    })
  }
})

describe('a decoder of pieces gives the same result as for the whole', () => {
  test('base64, with and without padding, of both alphabets, with white space in it', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        cuts,
        fc.constantFrom('base64' as const, 'base64url' as const),
        fc.nat(60),
        (bytes, places, alphabet, spaceAt) => {
          const text = Buffer.from(bytes).toString(alphabet)
          const spaced = `${text.slice(0, spaceAt)}\r\n ${text.slice(spaceAt)}`
          assert.deepEqual(decodeBase64(Buffer.from(spaced), places), Buffer.from(bytes))
        },
      ),
      randomRuns(100),
    )
  })

  test('invalid base64 is refused, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), cuts, (text, places) => {
        const bytes = Buffer.from(text)
        const decoded = decodeBase64(bytes, places)
        assert.deepEqual(decoded, decodeBase64(bytes, []))
        if (decoded === null) return
        assert.deepEqual(decoded, Buffer.from(text.replaceAll(/\s/g, ''), 'base64'))
      }),
      randomRuns(100),
    )
  })

  test('percent-encoding', () => {
    const crumb = fc.constantFrom('a', '%41', '%c3%a4', '%', '%%', '%g1', '%2', '+', '%00', '%fF', 'é')
    fc.assert(
      fc.property(fc.array(crumb, { maxLength: 20 }), cuts, (crumbs, places) => {
        const bytes = Buffer.from(crumbs.join(''))
        const whole = decodePercent(bytes, [])
        assert.deepEqual(decodePercent(bytes, places), whole)
        const isRight = !/%(?![0-9a-f]{2})/i.test(crumbs.join(''))
        assert.equal(whole !== null, isRight)
        if (whole === null) return
        const expected = bytes
          .toString('latin1')
          .replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        assert.equal(whole.toString('latin1'), expected)
      }),
      randomRuns(100),
    )
  })
})

function decodeBase64(bytes: Buffer, places: number[]): Buffer | null {
  const decoder = new Base64Decoder()
  const decoded: Buffer[] = []
  for (const piece of pieces(bytes, places)) {
    const part = decoder.decode(piece)
    if (part === null) return null
    decoded.push(Buffer.from(part))
  }
  const end = decoder.end()
  return end === null ? null : Buffer.concat([...decoded, end])
}

function decodePercent(bytes: Buffer, places: number[]): Buffer | null {
  const decoder = new PercentDecoder()
  const decoded: Buffer[] = []
  for (const piece of pieces(bytes, places)) {
    const end = decoder.decode(piece, 0, piece.length)
    if (end === null) return null
    decoded.push(piece.subarray(0, end))
  }
  return decoder.complete ? Buffer.concat(decoded) : null
}

describe('a header with parameters', () => {
  test('is read as it was written', () => {
    const token = fc.stringMatching(/^[a-z0-9!#$&^_.+-]{1,12}$/)
    const value = fc.string({ unit: 'binary-ascii', maxLength: 30 }).filter((text) => !text.includes('\\'))
    fc.assert(
      fc.property(token, fc.array(fc.tuple(token, value), { maxLength: 5 }), (type, parameters) => {
        const text = parameters.map(([name, one]) => `;  ${name} = "${one.replaceAll('"', '\\"')}"`)
        const read = parseHeader(`${type}${text.join('')}`)
        assert.equal(read?.value, type)
        assert.deepEqual(read.parameters, new Map(parameters))
      }),
      randomRuns(100),
    )
  })

  test('is null or read, whatever it contains, and quickly', () => {
    const crumb = fc.constantFrom(';', '"', '\\', '=', ' ', 'a', 'name', '; ', '\\"', '*', 'ä', '\t')
    fc.assert(
      fc.property(fc.array(crumb, { maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (crumbs, times) => {
        parseHeader(crumbs.join('').repeat(times).slice(0, 16_384))
      }),
      randomRuns(100),
    )
  })
})
