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
  /** The maximum disk space of all archives that are not fully sent yet. */
  maxUnsentBytes: number
}

/**
 * Returns the frames of a GIF as a ZIP of PNG files, readable while it is made; destroying the stream ends the work.
 * `clients` are the names of the client: its account and its address. Throws AppError media_too_large beyond the
 * limits, rate_limited while another archive is made for or sent to one of them, and unavailable while the maximum
 * number are being made or wait to be sent.
 */
export type OpenFrameArchive = (gif: UnpackedGif, clients: readonly string[]) => Promise<Readable>
