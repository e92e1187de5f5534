import type { Readable } from 'node:stream'
import Type from 'typebox'
import { Compile } from 'typebox/schema'
import { renditionNames } from '../../media/rendition.ts'
import { maxCharacterLength, maxMissing, type ReplyMessage } from '../../render/protocol.ts'

/** Large enough for an error with its cause, and small in memory. */
const maxReplyBytes = 64 * 1024
const maxSide = 65_535
/** Longer than any video: a year. */
const maxSeconds = 366 * 86_400
const maxDetailLength = 40
const maxValueLength = 100
const maxValue = 1e12
const maxShownLength = 200
const maxCauseLength = 8192
const newline = 0x0a

const exact = { additionalProperties: false }
const count = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const side = Type.Integer({ minimum: 1, maximum: maxSide })
const seconds = Type.Number({ minimum: 0, maximum: maxSeconds })
const derivedShape = Type.Object({ width: side, height: side, frames: count }, exact)
const flashing = Type.Union([Type.Null(), Type.Boolean()])
const loop = Type.Union([Type.Null(), Type.Object({ startSeconds: seconds, endSeconds: seconds }, exact)])

/** A packed look of any length: its reader checks that. */
const look = Type.Union([Type.Null(), Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 64 })])
const note = Type.Union([
  Type.Object({ outcome: Type.Literal('enough') }, exact),
  Type.Object({ outcome: Type.Literal('rough'), width: side }, exact),
  Type.Object(
    {
      outcome: Type.Literal('smaller'),
      width: side,
      fps: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    },
    exact,
  ),
])
const plays = Type.Integer({ minimum: 0, maximum: 65_535 })

/** The schema of all replies. A compromised render process may write anything. */
const replies = Compile(
  Type.Union([
    Type.Object(
      {
        type: Type.Literal('space'),
        bytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      },
      exact,
    ),
    Type.Object({ type: Type.Literal('progress'), fraction: Type.Number({ minimum: 0, maximum: 1 }) }, exact),
    Type.Object(
      {
        type: Type.Literal('done'),
        made: Type.Object(
          {
            width: side,
            height: side,
            frames: count,
            durationMs: count,
            hasAlpha: Type.Boolean(),
            flashing,
            loop,
            look,
            missingCharacters: Type.Optional(
              Type.Array(Type.String({ minLength: 1, maxLength: maxCharacterLength }), {
                maxItems: maxMissing,
              }),
            ),
            sizeNote: Type.Optional(note),
            kept: Type.Optional(Type.Object({ loops: plays, isOriginal: Type.Boolean() }, exact)),
          },
          exact,
        ),
      },
      exact,
    ),
    Type.Object(
      {
        type: Type.Literal('derived'),
        shapes: Type.Object(
          Object.fromEntries(renditionNames.map((name) => [name, Type.Optional(derivedShape)])),
          exact,
        ),
        look: Type.Optional(look),
      },
      exact,
    ),
    Type.Object(
      {
        type: Type.Literal('previewed'),
        preview: Type.Object(
          {
            file: Type.Union([Type.Literal('source'), Type.Literal('made')]),
            type: Type.Union(['mp4', 'webm', 'png', 'jpeg'].map((name) => Type.Literal(name))),
            width: side,
            height: side,
            seconds,
            rate: Type.Union([Type.Null(), Type.Number({ exclusiveMinimum: 0, maximum: 1000 })]),
            shownSeconds: seconds,
            isReencoded: Type.Optional(Type.Boolean()),
          },
          exact,
        ),
      },
      exact,
    ),
    Type.Object(
      {
        type: Type.Literal('measured'),
        measured: Type.Object(
          { bytes: count, width: side, height: side, frames: count, sizeNote: Type.Optional(note) },
          exact,
        ),
      },
      exact,
    ),
    Type.Object(
      {
        type: Type.Literal('failed'),
        failure: Type.Object(
          {
            code: Type.Union([
              Type.Literal('media_unsupported'),
              Type.Literal('media_broken'),
              Type.Literal('media_too_large'),
              Type.Literal('keep_refused'),
              Type.Literal('clip_outside_video'),
              Type.Literal('timed_out'),
              Type.Literal('unavailable'),
              Type.Literal('invalid_value'),
              Type.Literal('internal'),
            ]),
            // Which details there are, and which values they have, is checked by `unpackError`.
            detail: Type.String({ pattern: '^[A-Za-z]+$', maxLength: maxDetailLength }),
            // They are shown to whoever asked for the job.
            values: Type.Record(
              Type.String({ pattern: '^[A-Za-z]{1,20}$' }),
              Type.Union([
                Type.Number({ minimum: -maxValue, maximum: maxValue }),
                Type.String({ pattern: '^[ -;=?-~]*$', maxLength: maxValueLength }),
              ]),
              { additionalProperties: false, maxProperties: 6 },
            ),
            field: Type.Optional(
              Type.Union([
                Type.Literal('keep'),
                Type.Literal('pictures[]'),
                Type.Literal('gif'),
                Type.Literal('frames'),
                Type.Literal('append'),
                Type.Literal('start'),
                Type.Literal('end'),
                Type.Literal('boomerang'),
                Type.Literal('crop'),
                Type.Literal('max_bytes'),
                Type.Literal('layers'),
                Type.Literal('stickers[]'),
              ]),
            ),
            retry: Type.Boolean(),
            reason: Type.Optional(Type.Literal('no_space')),
            cause: Type.String({ maxLength: maxCauseLength }),
          },
          exact,
        ),
      },
      exact,
    ),
  ]),
)

/** Parses a line from a render process; undefined if it is not a valid reply. */
export function readReply(line: string): ReplyMessage | undefined {
  try {
    const said: unknown = JSON.parse(line)
    return replies.Check(said) ? said : undefined
  } catch {
    return undefined
  }
}

/**
 * Calls `onReply` with each reply that comes through a pipe. At the first line that is invalid or too long, it closes
 * the pipe and calls `onBreach` once with the reason.
 */
export function followReplies(
  pipe: Readable,
  onReply: (reply: ReplyMessage) => void,
  onBreach: (cause: string) => void,
): void {
  let parts: Buffer[] = []
  let bytes = 0
  const breach = (cause: string) => {
    pipe.destroy()
    onBreach(cause)
  }
  pipe.on('error', (error) => breach(`a broken pipe: ${error.message}`))
  pipe.on('data', (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0 && !pipe.destroyed;) {
      const end = rest.indexOf(newline)
      const part = end === -1 ? rest : rest.subarray(0, end)
      bytes += part.length
      if (bytes > maxReplyBytes) return breach(`a reply of more than ${maxReplyBytes} bytes`)
      parts.push(part)
      if (end === -1) return
      const line = Buffer.concat(parts).toString('utf8')
      const reply = readReply(line)
      if (reply === undefined) return breach(`an invalid reply: ${line.slice(0, maxShownLength)}`)
      onReply(reply)
      parts = []
      bytes = 0
      rest = rest.subarray(end + 1)
    }
  })
}
