import { MissingSimdError } from '../../../../../gif/kernels/missing-simd-error.ts'
import type * as Demuxer from '../demux/main.ts'
import type { Edit } from '../edit.ts'
import type { FromWorker, Problem, Setup, SourceInput, ToWorker } from '../messages.ts'
import { openAnimation } from './animation.ts'
import type { ClipSource } from './clip-source.ts'
import { type Drawing, openWatermark } from './drawings.ts'
import { GifMaker, MakeProblem } from './gif-maker.ts'
import { openLayers } from './layers.ts'
import { Pace } from './pace.ts'
import { pageVideo } from './page-video.ts'
import { PictureClip } from './picture-clip.ts'
import { StampedClip } from './stamped-clip.ts'
import type { StampedPictures } from './stamped-pictures.ts'

/** Frames that the page draws for the worker, which has no elements. */
class PageFrames {
  readonly #send: (request: number, seconds: number) => void
  readonly #open = new Map<
    number,
    { resolve: (frame: ImageBitmap) => void; reject: (error: Error) => void }
  >()
  #next = 0

  constructor(send: (request: number, seconds: number) => void) {
    this.#send = send
  }

  /** The frame on screen at a moment. Rejects where the page cannot draw it. */
  ask(seconds: number): Promise<ImageBitmap> {
    const request = ++this.#next
    return new Promise((resolve, reject) => {
      this.#open.set(request, { resolve, reject })
      this.#send(request, seconds)
    })
  }

  take(request: number, frame: ImageBitmap | null): void {
    const open = this.#open.get(request)
    this.#open.delete(request)
    if (frame === null) open?.reject(new Error('the page drew no frame'))
    else open?.resolve(frame)
  }
}

/** As much of a worker's world as is used here; the types of browsers' pages have none. */
declare const self: {
  postMessage: (message: FromWorker) => void
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
}

/** Of the memory that frames may take, decoded pictures have this share, and scaled frames the rest. */
const decodedShare = 0.55

const pace = new Pace()
const pageFrames = new PageFrames((request, seconds) => say({ type: 'need', request, seconds }))
/** The watermark of a size; that of the last size is kept. */
let watermark: { key: string; drawing: Promise<Drawing> } | undefined
/** The layers of the last edit, and the pictures in them. */
let layers: { key: string; drawing: ReturnType<typeof openLayers> } | undefined
let stickers: readonly File[] = []
let setup: Setup | undefined
let maker: GifMaker | undefined
/** The number of the last source that was asked for, and of the job that counts. */
let source = 0
let job = 0

self.onmessage = ({ data }) => {
  switch (data.type) {
    case 'setup':
      setup = data
      break
    case 'open':
      void open(data.source, data.input)
      break
    case 'make':
      job = data.job
      stickers = data.stickers
      void make(data)
      break
    case 'stop':
      job = 0
      break
    case 'frame':
      pageFrames.take(data.request, data.frame)
  }
}

async function open(number: number, input: SourceInput): Promise<void> {
  source = number
  job = 0
  maker?.close()
  maker = undefined
  if (setup === undefined) return
  try {
    const opened = await openClip(input, setup)
    // Another source may have been chosen meanwhile.
    if (source !== number) return opened.close()
    const maxBytes = setup.maxBytes * (1 - decodedShare)
    maker = new GifMaker(opened, { isVideo: input.kind !== 'pictures', setup, openDrawings, pace, maxBytes })
    say({ type: 'opened', source: number })
  } catch (error) {
    say({ type: 'refused', source: number, reason: String(error) })
  }
}

async function openClip(input: SourceInput, { demuxer, maxBytes }: Setup): Promise<ClipSource> {
  const shown = 'shown' in input ? input.shown : null
  const stamped = (pictures: StampedPictures) => new StampedClip(pictures, maxBytes * decodedShare, shown)
  switch (input.kind) {
    case 'pictures':
      return new PictureClip(input.files)
    case 'animation':
      return stamped(await openAnimation(input.file))
    case 'page':
      return stamped(pageVideo(input.facts, (seconds) => pageFrames.ask(seconds)))
    default: {
      if (!('VideoDecoder' in globalThis)) throw new Error('no video decoder')
      const { demuxVideo } = (await import(demuxer)) as typeof Demuxer
      return stamped(await demuxVideo(input.file))
    }
  }
}

async function make({ job: number, edit, purpose }: Extract<ToWorker, { type: 'make' }>): Promise<void> {
  const current = maker
  if (current === undefined) return
  let reported = 0
  try {
    await current.make(edit, purpose, {
      pause: async () => {
        await nextTurn()
        return job === number
      },
      onProgress: (fraction) => {
        if (fraction - reported < 0.02) return
        reported = fraction
        say({ type: 'progress', job: number, fraction })
      },
      onMade: (made, encodeMs) => say({ type: 'made', job: number, encodeMs, ...made }),
      onCompared: (ratios) => say({ type: 'compared', job: number, ratios }),
      onEstimate: (estimate) => say({ type: 'estimated', job: number, ...estimate }),
    })
  } catch (error) {
    if (job !== number) return
    if (!(error instanceof MakeProblem)) console.error(error)
    say({ type: 'failed', job: number, problem: problemOf(error) })
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof MissingSimdError) return 'old-browser'
  if (error instanceof MakeProblem) return error.problem
  // Memory that cannot be allocated.
  return error instanceof RangeError ? 'too-large' : 'unreadable'
}

/** What is drawn over the frames; the mark of the service comes last. */
async function openDrawings(edit: Edit, size: { width: number; height: number }): Promise<Drawing[]> {
  if (setup === undefined) return []
  const drawn = await layersOf(edit, size, setup.layers)
  const mark = edit.isMarked && setup.watermark !== null ? await watermarkOf(setup.watermark, size) : null
  return [drawn, mark].filter((drawing) => drawing !== null)
}

async function layersOf(
  edit: Edit,
  { width, height }: { width: number; height: number },
  folder: string,
): Promise<Drawing | null> {
  const files = stickers.map(({ name, size, lastModified }) => [name, size, lastModified])
  const key = JSON.stringify([edit.layers, edit.captionTop, edit.captionBottom, width, height, files])
  if (layers?.key !== key) {
    // Of an edit that is no longer made: its job ends before it draws again.
    void layers?.drawing.then(
      (old) => old?.close(),
      () => undefined,
    )
    layers = { key, drawing: openLayers(edit, stickers, { width, height }, folder) }
  }
  const opened = layers
  try {
    return await opened.drawing
  } catch (error) {
    // Asked for again with the next job.
    if (layers === opened) layers = undefined
    throw error
  }
}

async function watermarkOf(address: string, size: { width: number; height: number }): Promise<Drawing> {
  const key = `${size.width}x${size.height}`
  if (watermark?.key !== key) watermark = { key, drawing: openWatermark(address, size) }
  try {
    return await watermark.drawing
  } catch (error) {
    // Asked for again with the next job.
    watermark = undefined
    throw error
  }
}

/**
 * Lets messages in that came meanwhile; a timer would take longer. Each turn has a channel of its own: an older job may wait
 * beside the newest, and then finds out that it is to end.
 */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

function say(message: FromWorker): void {
  self.postMessage(message)
}
