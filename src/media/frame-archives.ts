import type { Readable } from 'node:stream'
import type { RenditionBase, Renditions } from './rendition.ts'

/** A GIF that is unpacked. */
export type UnpackedGif = RenditionBase & { mediaId: string; renditions: Renditions }

/** The limits of unpacking. */
export type ArchiveLimits = {
  maxFrames: number
  /** The most that the pixels of all frames take, at 4 bytes a pixel. */
  maxBytes: number
  /** The most pixels of one frame: several are held in memory. */
  maxPixels: number
  /** How long an archive may take, until the client has it. */
  maxMs: number
  /** How many archives are made at once. */
  maxAtOnce: number
}

/** Unpacks GIFs of the media store. */
export interface FrameArchives {
  /**
   * The frames of a GIF as a ZIP of PNG files, made as it is read; destroying it ends the work. Throws AppError
   * media_too_large beyond the limits, rate_limited while another is made for the client, and unavailable where as many are
   * being made as may be.
   */
  open(gif: UnpackedGif, client: string): Promise<Readable>
}
