import type { GifOptions } from '../../options/gif-options.ts'
import type { RenditionName } from '../../media/rendition.ts'
import type { Branch } from '../decode/frame-stream.ts'
import type { FrameSource, Job } from '../job.ts'

/** The outputs of a job. */
export type Outputs = {
  /** The file descriptor to write the GIF to, which stays open; null: its file in the job's folder. */
  gifDescriptor: number | null
  /** The most bytes that a GIF may take. */
  maxGifBytes: number
  /** True to check for flashing. */
  findsFlashes: boolean
  /** Returns the smaller GIFs to make from the same frames, by the size of the frames. */
  smallGifs: (size: { width: number; height: number }) => RenditionName[]
  /** Opens the outputs to make from the same frames besides the GIF; null if only the GIF is made. */
  openOthers: ((source: FrameSource, options: GifOptions, job: Job) => OtherOutputs) | null
}

/** Findings about the frames of a GIF. */
export type Findings = {
  /** Its packed look; see looks/look-maker.ts. */
  look: Uint8Array
}

/** The outputs besides the GIF. */
export type OtherOutputs = {
  branches: Branch[]
  /** Called with each frame of the GIF, RGBA, and the milliseconds that it is shown. */
  onFrame: (frame: Uint8Array, shownMs: number) => void
  /** Called when all frames have arrived. Returns the findings about them. */
  finish: (made: { frames: number; durationMs: number }) => Promise<Findings>
}
