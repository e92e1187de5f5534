import type { RuleText } from '../../../../lib/errors/rules.ts'
import { makeZip } from 'client-zip'
import { editGif } from '../../../../gif/edit/edit-gif.ts'
import { GifFrameReader } from '../../../../gif/edit/frame-reader.ts'
import { frameFiles } from '../../../../gif/frames/frame-files.ts'
import { GifError } from '../../../../gif/read/gif-error.ts'
import { MissingSimdError } from '../../../../gif/kernels/missing-simd-error.ts'
import { delayMs } from '../../../../gif/read/gif-frames.ts'
import { playsOf } from '../../../../gif/read/parse-gif.ts'
import { SizeLimitError } from '../../../../gif/size-limit/size-limit-error.ts'
import { editFrames } from '../../../../options/rules/edit-frames.ts'
import { noteOfOriginal } from '../../../../options/rules/size-note.ts'
import type { Problem } from '../../../../options/option.ts'
import type { Answer, Ask, Facts, FailReason } from './messages.ts'
import { drawing, fitTo, imageOf, joinParts, openAnimationFile, Unreadable } from './open-animation.ts'
import { CropOutside, mustReshape, reshape, type Reshaped } from './reshape.ts'

/** The longest side of a thumbnail. */
const thumbnailSide = 160

class ProblemError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.text.detail)
    this.problem = problem
  }
}

let readers: GifFrameReader[] = []
/** The GIF that was made last, and until then the one that was opened. */
let result: GifFrameReader | undefined

self.onmessage = ({ data }: MessageEvent<Ask>) => {
  work(data).catch((error: unknown) => {
    answer({ type: 'failed', number: data.number, ...describe(error) })
  })
}

function answer(message: Answer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

async function work(ask: Ask): Promise<void> {
  if (ask.type === 'open') await open(ask)
  else if (ask.type === 'picture') sendPicture(ask)
  else if (ask.type === 'make') make(ask)
  else await pack(ask)
}

async function open({ number, file, appended, maxFrames }: Extract<Ask, { type: 'open' }>): Promise<void> {
  const first = await openAnimationFile(file, maxFrames)
  readers = [first]
  result = first
  for (const clip of appended) readers.push(fitTo(await openAnimationFile(clip, maxFrames), first.gif))
  answer({
    type: 'opened',
    number,
    facts: factsOf(first, file.size),
    framesMs: first.gif.frames.map(delayMs),
  })
}

function sendPicture({ number, index }: Extract<Ask, { type: 'picture' }>): void {
  const reader = opened()
  const { width, height } = reader.gif
  const scale = Math.min(1, thumbnailSide / Math.max(width, height))
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const [own, ownContext] = drawing({ width, height })
  ownContext.putImageData(imageOf(reader.pictureAt(index), width, height), 0, 0)
  const [, context] = drawing(size)
  context.drawImage(own, 0, 0, size.width, size.height)
  const { data } = context.getImageData(0, 0, size.width, size.height)
  const rgba = new Uint8ClampedArray(data)
  answer({ type: 'picture', number, index, ...size, rgba }, [rgba.buffer])
}

function make({ number, edit, reshape: asked, maxFrames }: Extract<Ask, { type: 'make' }>): void {
  const first = opened()
  const edited = editFrames(
    readers.map(({ gif }) => gif.frames.map(delayMs)),
    edit,
    maxFrames,
  )
  if ('problem' in edited) throw new ProblemError(edited.problem)
  const parts: Uint8Array[] = []
  const { approximated } = editGif(readers, edited.frames, playsOf(first.gif), (part) => parts.push(part))
  const bytesBefore = joinParts(parts)
  let made: Reshaped = { bytes: bytesBefore, sizeNote: noteOfOriginal(bytesBefore.length, asked.maxBytes) }
  const limits = { maxFrames: Infinity, maxPixels: Infinity }
  result = new GifFrameReader(made.bytes, limits)
  if (mustReshape(asked, { ...result.gif, bytes: made.bytes.length })) {
    made = reshape(result, made.bytes.length, asked, () => undefined)
    result = new GifFrameReader(made.bytes, limits)
  }
  const { bytes, sizeNote } = made
  const file = new Blob([bytes], { type: 'image/gif' })
  answer({ type: 'made', number, file, facts: factsOf(result, file.size), approximated, sizeNote })
}

async function pack({ number }: Extract<Ask, { type: 'zip' }>): Promise<void> {
  const blob = await new Response(makeZip(frameFiles(result ?? opened()))).blob()
  answer({ type: 'zip', number, file: new Blob([blob], { type: 'application/zip' }) })
}

function opened(): GifFrameReader {
  const [first] = readers
  if (first === undefined) throw new Unreadable('nothing is open')
  return first
}

function factsOf({ gif }: GifFrameReader, bytes: number): Facts {
  const { width, height, frames } = gif
  const milliseconds = frames.reduce((sum, frame) => sum + delayMs(frame), 0)
  return { bytes, width, height, frames: frames.length, milliseconds }
}

function describe(error: unknown): { reason: FailReason; field: string | null; text: RuleText | null } {
  if (error instanceof ProblemError) return { reason: 'problem', ...error.problem }
  if (error instanceof CropOutside) return { reason: 'problem', field: 'crop', text: null }
  if (error instanceof SizeLimitError) return { reason: 'problem', field: 'max_bytes', text: sizeText(error) }
  return { reason: faultOf(error), field: null, text: null }
}

function sizeText({ tried }: SizeLimitError): RuleText | null {
  return tried === undefined ? null : { detail: 'sizeLimit', ...tried }
}

function faultOf(error: unknown): FailReason {
  if (error instanceof GifError) return error.reason === 'damaged' ? 'damaged' : 'too_large'
  if (error instanceof MissingSimdError) return 'old_browser'
  if (error instanceof RangeError) return 'memory'
  return 'unreadable'
}
