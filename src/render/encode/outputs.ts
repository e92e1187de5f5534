import type { GifOptions } from '../../options/gif-options.ts'
import type { RenditionName } from '../../media/rendition.ts'
import type { Branch } from '../decode/frame-stream.ts'
import type { FrameSource, Job } from '../job.ts'

/** What a job makes. */
export type Outputs = {
  /** The file descriptor that the GIF is written to, which stays open; null: its file in the job's folder. */
  gifDescriptor: number | null
  /** The most that a GIF may take. */
  maxGifBytes: number
  /** Whether to find out if it flashes. */
  findsFlashes: boolean
  /** The GIFs that are made of the same frames in smaller sizes, by the size of the frames. */
  smallGifs: (size: { width: number; height: number }) => RenditionName[]
  /** Starts what is made of the same frames beside the GIF; null where nothing is. */
  openOthers: ((source: FrameSource, options: GifOptions, job: Job) => OtherOutputs) | null
}

/** What is found out about the frames of a GIF. */
export type Findings = {
  /** What it shows; see looks/look-maker.ts. */
  look: Uint8Array
}

/** What is made beside the GIF. */
export type OtherOutputs = {
  branches: Branch[]
  /** Called with each frame of the GIF, RGBA, and for how many milliseconds it is shown. */
  onFrame: (frame: Uint8Array, shownMs: number) => void
  /** Called when all frames have come. Gives what was found out about them. */
  finish: (made: { frames: number; durationMs: number }) => Promise<Findings>
}
