import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import { isPublicMedia, mediaPath, type RenditionName, renditionKey, renditions } from './rendition.ts'

/** A private URL expires at a multiple of this, so that it stays the same, and cached, for some minutes. */
const expiryStepSeconds = 300

/** The data that a URL depends on; a `Gif` fits. */
type AddressedMedia = { mediaId: string; visibility: 'public' | 'unlisted' | 'private'; hidden: boolean }

export type MediaUrls = ReturnType<typeof createMediaUrls>

export type MediaUrlOptions = {
  /**
   * Returns the URL under which keys of the media store are served, without a slash at its end; called each time,
   * because with port 0 it is known late.
   */
  mediaUrl: () => string
  /** Returns the same on the site itself, to which browsers send their session cookie. */
  siteMediaUrl: () => string
  /**
   * True if `mediaUrl` serves the files under `public` in the media store and nothing else: the rest is at
   * `siteMediaUrl`.
   */
  direct?: boolean
  /** The origin to which redirects send files of private GIFs; null: no redirects. */
  redirectOrigin?: string | null
  /** The instance's own secret. It opens every private GIF, so it must stay secret. */
  secret: string | Buffer
  clock: Clock
  /** The shortest validity of the URL of a private file. */
  privateTtlSeconds: number
}

/** Returns the absolute URL of the folder of an open GIF's files, with a slash at its end. */
export function folderUrlOf(gif: AddressedMedia, mediaUrls: MediaUrls): string {
  return mediaUrls.urlOf(gif, 'gif').slice(0, -renditions.gif.file.length)
}

/** Makes and checks the URLs of media files. */
export function createMediaUrls(options: MediaUrlOptions) {
  const { mediaUrl, siteMediaUrl, direct = false, redirectOrigin = null } = options
  const { secret, clock, privateTtlSeconds } = options
  const sign = (key: string, expires: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}`).digest('base64url')
  const nowSeconds = () => clock.now() / 1000

  return {
    /** The origins of media files as a policy lists them, separated by spaces. */
    get origins(): string {
      const { origin } = new URL(mediaUrl())
      return redirectOrigin === null ? origin : `${origin} ${redirectOrigin}`
    },
    /**
     * The absolute address of a rendition; signed, and valid for a limited time, if the GIF is private. That of a hidden
     * GIF is on the site itself, where only its owner's and operators' sessions can open it.
     */
    urlOf,
    /** The same for an answer that is saved under the title of the GIF, which only this program can send. */
    downloadUrlOf(gif: AddressedMedia, name: RenditionName): string {
      const isElsewhere = direct && isPublicMedia(gif.mediaId)
      const url = isElsewhere ? `${siteMediaUrl()}/${mediaPath(gif.mediaId, name)}` : urlOf(gif, name)
      return `${url}${url.includes('?') ? '&' : '?'}download=1`
    },
    /** Returns true if `signature` was made here for `key` and `expires` (seconds since 1970), and has not expired. Never throws. */
    isSigned(key: string, expires: unknown, signature: unknown): boolean {
      if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
        return false
      const right = Buffer.from(sign(key, expires))
      const given = Buffer.from(signature)
      const same = given.length === right.length && timingSafeEqual(given, right)
      return same && nowSeconds() < Number(expires)
    },
  }

  function urlOf(gif: AddressedMedia, name: RenditionName): string {
    const path = mediaPath(gif.mediaId, name)
    if (gif.hidden) return `${siteMediaUrl()}/${path}`
    const isHere = direct && !isPublicMedia(gif.mediaId)
    const address = `${isHere ? siteMediaUrl() : mediaUrl()}/${path}`
    if (gif.visibility !== 'private') return address
    const key = renditionKey(gif.mediaId, name)
    const lastSecond = nowSeconds() + privateTtlSeconds
    const expires = String(Math.ceil(lastSecond / expiryStepSeconds) * expiryStepSeconds)
    return `${address}?expires=${expires}&signature=${sign(key, expires)}`
  }
}
