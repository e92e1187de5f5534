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
  /** The most that archives which are not sent yet take on the disk together. */
  maxUnsentBytes: number
}

/** Unpacks GIFs of the media store. */
export interface FrameArchives {
  /**
   * The frames of a GIF as a ZIP of PNG files, which can be read while it is made; destroying it ends the work. `clients`
   * are the names of the client: its account and its address. Throws AppError media_too_large beyond the limits,
   * rate_limited while another is made for or sent to one of them, and unavailable where as many are being made, or wait to
   * be sent, as may be.
   */
  open(gif: UnpackedGif, clients: readonly string[]): Promise<Readable>
}
