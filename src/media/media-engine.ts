import type { Overlay } from '../layers/layer.ts'
import type { ClipOptions } from '../options/clip-options.ts'
import type { GifOptions } from '../options/gif-options.ts'
import type { SizeNote } from '../options/rules/size-note.ts'
import type { FrameList } from '../options/rules/frames.ts'
import type { MainRendition, RenditionBase, RenditionFile, RenditionName } from './rendition.ts'

/** What one file may ask of the machine. Checked before anything is decoded. */
export type MediaLimits = {
  maxMegapixels: number
  maxClipSeconds: number
  /** Frames a second of a GIF, and its width in pixels, that may be asked for. */
  maxFps: number
  maxWidth: number
  timeoutSeconds: number
  /** What the frames of one clip may take on the disk, where they have to wait there. */
  maxFrameBytes: number
  /** A clip of which a larger share of the frames could not be decoded well is refused. */
  maxDamagedShare: number
  /** Frames of an animated WebP, shown or not, and of an animation that is kept. */
  maxAnimationFrames: number
  /** Frames of an animation whose frames are edited, before and after that. */
  maxEditedFrames: number
}

export type VideoPlan = {
  kind: 'video'
  /** A local file; never an address. */
  input: string
  startSeconds: number
  /** Cut to the end of the video when it is past it. */
  endSeconds: number
  watermarkText: string | null
  gif: GifOptions
  clip: ClipOptions
  /** What is drawn over the frames, below the watermark; its pictures are local files. Left out: nothing. */
  overlay?: Overlay<string>
}

export type PicturesPlan = {
  kind: 'pictures'
  /** Local files, one a frame, in order. */
  inputs: string[]
  width: number
  height: number
  /** True: scaled to fit width × height; false: own pixels, centered, cut or padded. */
  resize: boolean
  delayMs: number
  watermarkText: string | null
  gif: GifOptions
  /** As of a video. */
  overlay?: Overlay<string>
}

/** A GIF that is made of its source. */
export type RenderPlan = VideoPlan | PicturesPlan

/** An animation that becomes a GIF as it is: its frames and times are not changed. */
export type KeepPlan = {
  kind: 'keep'
  /** A local file; never an address. */
  input: string
}

/** How an animation is edited, frame by frame. What is not asked for stays as it is, to the pixel. */
export type EditPlan = {
  kind: 'edit'
  /** The animation, and what is shown after it, in its size. Local files; never addresses. */
  inputs: string[]
  /** Which of its frames are shown, and how long; null: all. */
  frameList: FrameList | null
  /** The part of it, in its seconds; null: its beginning, its end. */
  startSeconds: number | null
  endSeconds: number | null
  /** Drawn on what is made of a video; on animations only where `marksAnimations` says so: they have the marks that they have. */
  watermarkText: string | null
  marksAnimations: boolean
  /** Whether every frame is encoded anew, with the preset of `gif`; it is in any case where something else requires it. */
  repaints: boolean
  /** Whether it plays as often as it did, whatever `gif` says. */
  keepsLoops: boolean
  gif: GifOptions
  clip: ClipOptions
  /** As of a video. */
  overlay?: Overlay<string>
}

export type CreationPlan = RenderPlan | KeepPlan | EditPlan

/** Further renditions of a GIF. */
export type DerivePlan = {
  kind: 'derive'
  /**
   * The source, run through the same steps as the GIF was, but for the search for a loop, which is taken as it was found,
   * and `maxBytes`; or a stored file of the GIF, which is somewhat worse. Inputs are on this machine.
   */
  from:
    | { kind: 'source'; plan: RenderPlan | KeepPlan }
    | { kind: 'stored'; name: RenditionName; input: string }
  /** What the GIF is: the renditions have their sizes, frames and times of it. */
  gif: RenditionBase & { hasAlpha: boolean }
  /** How often the GIF plays; 0 means forever. */
  loops: number
  renditions: RenditionName[]
}

/** What a browser can play of a video that is a source. */
export type PreviewPlan = {
  kind: 'preview'
  /** A local file; never an address. */
  input: string
  /** How much of it is coded anew from the beginning, where a browser cannot play its stream. */
  seconds: number
}

/** A picture that browsers cannot show, as one that they can. */
export type ConvertPlan = { kind: 'convert'; input: string }

/** A job that makes something that is no rendition of a GIF. */
export type PreparationPlan = PreviewPlan | ConvertPlan

/** A GIF that is made of its source only to tell how large it is. */
export type MeasurePlan = { kind: 'measure'; plan: RenderPlan }

/** What a GIF comes to, as it would be made of its source. */
export type MeasuredGif = {
  bytes: number
  width: number
  height: number
  frames: number
  /** As of a GIF. */
  sizeNote?: SizeNote
}

export type PreviewMade = {
  /** `source`: browsers show the source as it is, and nothing was made. */
  file: 'source' | 'made'
  type: 'mp4' | 'webm' | 'png' | 'jpeg'
  /** The size of the source as it is shown. */
  width: number
  height: number
  /** How long the source is; 0 for a picture. */
  seconds: number
  /** Frames a second of the source; null where it does not say. */
  rate: number | null
  /** How much of it the preview shows, from the beginning. */
  shownSeconds: number
  /** Whether the frames were coded anew, so that they only look like those of the source; left out: not known. */
  isReencoded?: boolean
}

/** `path` is null where nothing was made. */
export type Previewed = { made: PreviewMade; path: string | null; bytes: number }

export type MediaPlan = CreationPlan | DerivePlan | PreparationPlan | MeasurePlan

/** The files that a plan reads: those of its source, then the pictures of its layers. */
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
  /** Whether any frame has a transparent pixel. */
  hasAlpha: boolean
  /** Whether it flashes more than three times within a second; null where that was not measured. */
  flashing: boolean | null
  /** The part of the video that was taken, in its seconds, where the loop was looked for; null otherwise. */
  loop: { startSeconds: number; endSeconds: number } | null
  /** What it shows, as a packed look (see looks/look.ts); null where that was not found out. */
  look: Uint8Array | null
  /** Of an animation that was kept or edited: how often it plays (0: for ever), and whether its frames are as they were. */
  kept?: { loops: number; isOriginal: boolean }
  /** Characters of its texts that no font has, at most `maxMissing`: boxes stand for them. Left out: none. */
  missingCharacters?: string[]
  /** What there is to say of its size, where that has a limit. */
  sizeNote?: SizeNote
  /** Those that every GIF has, and of those that are made with a GIF the ones that it needs. */
  files: Record<MainRendition, RenderedFile> & DerivedFiles
}

/** A rendition on its way to the media store. */
export type RenderedFile = RenditionFile & { path: string; bytes: number }

/** The disk space of one job. `reserve` waits for its turn; it throws AppError unavailable where there is too little. */
export type RenderSpace = {
  reserve: (bytes: number, signal: AbortSignal) => Promise<void>
  /** All that was reserved so far has been written. */
  markWritten: () => void
}

export type RenderOptions = {
  signal: AbortSignal
  /** Where it is left out, the disk is taken for endless. */
  space?: RenderSpace
  /** Called as frames are made; 0 to 1. Begins again if a decoder crashed and the job is tried once more. */
  onProgress: (fraction: number) => void
}

/**
 * Makes every rendition of a GIF from a local source, outside the server's process.
 * Files are written into `folder`, which is the plan's own and starts empty of them.
 * Throws AppError: media_unsupported, media_broken, media_too_large, keep_refused, clip_outside_video, timed_out; unavailable
 * where there is too little disk space; internal with
 * `retry: true` where a tool could not start or was ended from outside, which says nothing of the source. A decoder
 * that crashes is tried once more in a new process before the source is media_broken.
 * When the signal aborts, every process of the job is ended before the promise rejects.
 */
export interface MediaEngine {
  render(plan: CreationPlan, folder: string, options: RenderOptions): Promise<Rendered>
  /**
   * Makes further renditions of a GIF, as `render` does: in `folder`, with the same errors. Those with a bound of bytes
   * may have fewer pixels and frames than `renditionShape` says.
   */
  derive(plan: DerivePlan, folder: string, options: RenderOptions): Promise<DerivedFiles>
  /** What a GIF shows, as a packed look, found out from its frames; with the same errors. Nothing is left in `folder`. */
  look(
    plan: Pick<DerivePlan, 'from' | 'gif'>,
    folder: string,
    options: RenderOptions,
  ): Promise<Uint8Array | null>
  /** Makes what a browser can show of a source, in `folder`, with the same errors. */
  preview(plan: PreparationPlan, folder: string, options: RenderOptions): Promise<Previewed>
  /** What a GIF comes to, found out by encoding it as `render` does, with the same errors. Nothing is left in `folder`. */
  measure(plan: RenderPlan, folder: string, options: RenderOptions): Promise<MeasuredGif>
  close(): Promise<void>
}

export type DerivedFiles = Partial<Record<RenditionName, RenderedFile>>
