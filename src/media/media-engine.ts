import type { Overlay } from '../layers/layer.ts'
import type { ClipOptions } from '../options/clip-options.ts'
import type { GifOptions } from '../options/gif-options.ts'
import type { SizeNote } from '../options/rules/size-note.ts'
import type { FrameList } from '../options/rules/frames.ts'
import type { MainRendition, RenditionBase, RenditionFile, RenditionName } from './rendition.ts'

/** The limits on the resources that one file may use, checked before anything is decoded. */
export type MediaLimits = {
  maxMegapixels: number
  maxClipSeconds: number
  /** The highest frames per second of a GIF, and the largest width in pixels, that may be requested. */
  maxFps: number
  maxWidth: number
  timeoutSeconds: number
  /** The most disk space for the frames of one clip, if they have to be stored. */
  maxFrameBytes: number
  /** A clip is refused if a larger share of its frames could not be decoded properly. */
  maxDamagedShare: number
  /** The most frames of an animated WebP, shown or not, and of an animation that is kept. */
  maxAnimationFrames: number
  /** The most frames of an animation whose frames are edited, before and after the edit. */
  maxEditedFrames: number
}

export type VideoPlan = {
  kind: 'video'
  /** A local file; never an address. */
  input: string
  startSeconds: number
  /** Cut to the end of the video if it is past it. */
  endSeconds: number
  watermarkText: string | null
  gif: GifOptions
  clip: ClipOptions
  /** The overlay of the frames, below the watermark; its pictures are local files. Default: none. */
  overlay?: Overlay<string>
}

export type PicturesPlan = {
  kind: 'pictures'
  /** Local files, one per frame, in order. */
  inputs: string[]
  width: number
  height: number
  /** True: scaled to fit width × height; false: own pixels, centered, cropped or padded. */
  resize: boolean
  delayMs: number
  watermarkText: string | null
  gif: GifOptions
  /** The same as for a video. */
  overlay?: Overlay<string>
}

/** A GIF made from its source. */
export type RenderPlan = VideoPlan | PicturesPlan

/** An animation that becomes a GIF as it is: its frames and times are not changed. */
export type KeepPlan = {
  kind: 'keep'
  /** A local file; never an address. */
  input: string
}

/** The edits of an animation, frame by frame. Everything else stays as it is, to the pixel. */
export type EditPlan = {
  kind: 'edit'
  /** The animation, followed by those to append, in its size. Local files; never addresses. */
  inputs: string[]
  /** The frames to show, and how long; null: all. */
  frameList: FrameList | null
  /** The part to use, in its seconds; null: its beginning, its end. */
  startSeconds: number | null
  endSeconds: number | null
  /**
   * Drawn on anything made from a video; on animations only if `marksAnimations`, because they keep their own marks.
   */
  watermarkText: string | null
  marksAnimations: boolean
  /** Encodes every frame again, with the preset of `gif`; this happens anyway if another edit requires it. */
  repaints: boolean
  /** Keeps the number of times that it plays, whatever `gif` says. */
  keepsLoops: boolean
  gif: GifOptions
  clip: ClipOptions
  /** The same as for a video. */
  overlay?: Overlay<string>
}

export type CreationPlan = RenderPlan | KeepPlan | EditPlan

/** Further renditions of a GIF. */
export type DerivePlan = {
  kind: 'derive'
  /**
   * The source, which runs through the same steps as the GIF, except that the loop that was found is reused, and
   * `maxBytes` is ignored; or a stored file of the GIF, which is somewhat worse. Inputs are on this machine.
   */
  from:
    | { kind: 'source'; plan: RenderPlan | KeepPlan }
    | { kind: 'stored'; name: RenditionName; input: string }
  /** The GIF: the renditions take their sizes, frames and times from it. */
  gif: RenditionBase & { hasAlpha: boolean }
  /** The number of times the GIF plays; 0 means forever. */
  loops: number
  renditions: RenditionName[]
}

/** A version of a source video that a browser can play. */
export type PreviewPlan = {
  kind: 'preview'
  /** A local file; never an address. */
  input: string
  /** The length of the beginning to encode again, if a browser cannot play its stream. */
  seconds: number
}

/** A picture that browsers cannot show, to convert to one that they can. */
export type ConvertPlan = { kind: 'convert'; input: string }

/** A job that makes something other than a rendition of a GIF. */
export type PreparationPlan = PreviewPlan | ConvertPlan

/** A GIF made from its source only to measure its size. */
export type MeasurePlan = { kind: 'measure'; plan: RenderPlan }

/** The measurements of a GIF, as it would be made from its source. */
export type MeasuredGif = {
  bytes: number
  width: number
  height: number
  frames: number
  /** The same as for a GIF. */
  sizeNote?: SizeNote
}

export type PreviewMade = {
  /** `source`: browsers show the source as it is, and nothing was made. */
  file: 'source' | 'made'
  type: 'mp4' | 'webm' | 'png' | 'jpeg'
  /** The displayed size of the source. */
  width: number
  height: number
  /** The length of the source; 0 for a picture. */
  seconds: number
  /** Frames per second of the source; null if it does not say. */
  rate: number | null
  /** The length that the preview shows, from the beginning. */
  shownSeconds: number
  /** True if the frames were encoded again, so that they only resemble those of the source; undefined if unknown. */
  isReencoded?: boolean
}

/** `path` is null if nothing was made. */
export type Previewed = { made: PreviewMade; path: string | null; bytes: number }

export type MediaPlan = CreationPlan | DerivePlan | PreparationPlan | MeasurePlan

/** Returns the files that a plan reads: those of its source, then the pictures of its layers. */
export function inputsOf(plan: MediaPlan): string[] {
  if (plan.kind === 'pictures' || plan.kind === 'edit')
    return [...plan.inputs, ...(plan.overlay?.stickers ?? [])]
  if (plan.kind === 'video') return [plan.input, ...(plan.overlay?.stickers ?? [])]
  if (plan.kind === 'measure') return inputsOf(plan.plan)
  if (plan.kind !== 'derive') return [plan.input]
  return plan.from.kind === 'stored' ? [plan.from.input] : inputsOf(plan.from.plan)
}

/** The same plan with its files elsewhere: `files` replace `inputsOf`, in their order. */
export function withInputs<Plan extends MediaPlan>(plan: Plan, files: readonly string[]): Plan
export function withInputs(plan: MediaPlan, files: readonly string[]): MediaPlan {
  const [input = ''] = files
  if (plan.kind === 'measure') return { ...plan, plan: withInputs(plan.plan, files) }
  if (plan.kind === 'derive') {
    const { from } = plan
    return {
      ...plan,
      from: from.kind === 'stored' ? { ...from, input } : { ...from, plan: withInputs(from.plan, files) },
    }
  }
  if (plan.kind === 'keep' || plan.kind === 'preview' || plan.kind === 'convert') return { ...plan, input }
  const { overlay } = plan
  const ownCount = files.length - (overlay?.stickers.length ?? 0)
  const drawn = overlay !== undefined && { overlay: { ...overlay, stickers: files.slice(ownCount) } }
  return plan.kind === 'video'
    ? { ...plan, input, ...drawn }
    : { ...plan, inputs: files.slice(0, ownCount), ...drawn }
}

export type Rendered = {
  width: number
  height: number
  frames: number
  durationMs: number
  /** True if any frame has a transparent pixel. */
  hasAlpha: boolean
  /** True if it flashes more than three times within a second; null if that was not measured. */
  flashing: boolean | null
  /** The part of the video that was used, in its seconds, if a loop was searched for; null otherwise. */
  loop: { startSeconds: number; endSeconds: number } | null
  /** Its packed look (see looks/look.ts); null if it was not determined. */
  look: Uint8Array | null
  /** For a kept or edited animation: how many times it plays (0: forever), and whether its frames are the originals. */
  kept?: { loops: number; isOriginal: boolean }
  /** Characters of its texts that no font has, at most `maxMissing`, which are shown as boxes. Default: none. */
  missingCharacters?: string[]
  /** A note on its size, if it has a limit. */
  sizeNote?: SizeNote
  /** The files that every GIF has, and those of the others made with a GIF that it needs. */
  files: Record<MainRendition, RenderedFile> & DerivedFiles
}

/** A rendition on its way to the media store. */
export type RenderedFile = RenditionFile & { path: string; bytes: number }

/** The disk space of one job. `reserve` waits for its turn; it throws AppError unavailable if there is too little. */
export type RenderSpace = {
  reserve: (bytes: number, signal: AbortSignal) => Promise<void>
  /** Marks all space reserved so far as written. */
  markWritten: () => void
}

export type RenderOptions = {
  signal: AbortSignal
  /** By default, disk space is not checked. */
  space?: RenderSpace
  /** Called as frames are made, with a fraction from 0 to 1. It starts over if a decoder crashed and the job runs once more. */
  onProgress: (fraction: number) => void
}

/**
 * Makes every rendition of a GIF from a local source, outside the server's process. Files are written to `folder`,
 * which belongs to the plan and has none of them at first. Throws AppError: media_unsupported, media_broken,
 * media_too_large, keep_refused, clip_outside_video, timed_out; unavailable if there is too little disk space; internal
 * with `retry: true` if a tool could not start or was ended from outside, which says nothing about the source. A
 * decoder that crashes is tried once more in a new process before the source is media_broken. When the signal aborts,
 * every process of the job is ended before the promise rejects.
 */
export interface MediaEngine {
  render(plan: CreationPlan, folder: string, options: RenderOptions): Promise<Rendered>
  /**
   * Makes further renditions of a GIF, as `render` does: in `folder`, with the same errors. Those with a size limit may
   * have fewer pixels and frames than `renditionShape` returns.
   */
  derive(plan: DerivePlan, folder: string, options: RenderOptions): Promise<DerivedFiles>
  /** Returns the packed look of a GIF, from its frames; with the same errors. Nothing is left in `folder`. */
  look(
    plan: Pick<DerivePlan, 'from' | 'gif'>,
    folder: string,
    options: RenderOptions,
  ): Promise<Uint8Array | null>
  /** Makes a version of a source that a browser can show, in `folder`, with the same errors. */
  preview(plan: PreparationPlan, folder: string, options: RenderOptions): Promise<Previewed>
  /** Measures a GIF by encoding it as `render` does, with the same errors. Nothing is left in `folder`. */
  measure(plan: RenderPlan, folder: string, options: RenderOptions): Promise<MeasuredGif>
  close(): Promise<void>
}

export type DerivedFiles = Partial<Record<RenditionName, RenderedFile>>
