import type { Readable } from 'node:stream'
import type { RenditionBase, Renditions } from './rendition.ts'

/** A GIF to unpack. */
export type UnpackedGif = RenditionBase & { mediaId: string; renditions: Renditions }

/** The limits of unpacking. */
export type ArchiveLimits = {
  maxFrames: number
  /** The most bytes of the pixels of all frames, at 4 bytes per pixel. */
  maxBytes: number
  /** The most pixels of one frame: several are held in memory. */
  maxPixels: number
  /** The most time for an archive, until the client has it. */
  maxMs: number
  /** The number of archives made at a time. */
  maxAtOnce: number
  /** The most disk space of all archives that are not fully sent yet. */
  maxUnsentBytes: number
}

/**
 * Returns the frames of a GIF as a ZIP of PNG files, readable while it is made; destroying the stream ends the work.
 * `clients` are the names of the client: its account and its address. Throws AppError media_too_large beyond the
 * limits, rate_limited while another archive is made for or sent to one of them, and unavailable while the maximum
 * number are being made or wait to be sent.
 */
export type OpenFrameArchive = (gif: UnpackedGif, clients: readonly string[]) => Promise<Readable>
