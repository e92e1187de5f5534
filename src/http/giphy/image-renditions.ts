import type { RenditionName } from '../../media/rendition-table.ts'

/** The files of one key of `images`. Width, height and size describe `url`, or `mp4` if there is no `url`. */
export type ImageSpec = { url?: RenditionName; mp4?: RenditionName; webp?: RenditionName }

/** The keys of `images`, and the rendition of each of their files. */
export const giphyImages = {
  original: { url: 'gif', mp4: 'mp4', webp: 'webp' },
  original_mp4: { mp4: 'mp4' },
  original_still: { url: 'thumb' },
  downsized: { url: 'gif2mb' },
  downsized_medium: { url: 'gif5mb' },
  downsized_large: { url: 'gif8mb' },
  downsized_small: { mp4: 'mp4200kb' },
  downsized_still: { url: 'thumb' },
  fixed_height: { url: 'gif200h', mp4: 'mp4200h', webp: 'webp200h' },
  fixed_height_still: { url: 'still200h' },
  fixed_height_downsampled: { url: 'gif200h6', webp: 'webp200h6' },
  fixed_height_small: { url: 'gif100h', mp4: 'mp4100h', webp: 'webp100h' },
  fixed_height_small_still: { url: 'still100h' },
  fixed_width: { url: 'gif200w', mp4: 'mp4200w', webp: 'webp200w' },
  fixed_width_still: { url: 'still200w' },
  fixed_width_downsampled: { url: 'gif200w6', webp: 'webp200w6' },
  fixed_width_small: { url: 'gif100w', mp4: 'mp4100w', webp: 'webp100w' },
  fixed_width_small_still: { url: 'still100w' },
  looping: { mp4: 'mp4' },
  preview: { mp4: 'mp4Preview' },
  preview_gif: { url: 'gifPreview' },
  preview_webp: { url: 'webpPreview' },
  '480w_still': { url: 'still480w' },
  hd: { mp4: 'mp4' },
  '4k': { mp4: 'mp4' },
} as const satisfies Record<string, ImageSpec>

export type ImageName = keyof typeof giphyImages

export const imageNames = Object.keys(giphyImages) as ImageName[]
