/**
 * The reason that a GIF is read differently from two of Chromium, ffmpeg and libvips, or which one is followed if all
 * differ.
 */
const ground =
  'Chromium: what no frame covers is transparent; ffmpeg paints the background color, libvips often black'
const partial =
  'libvips: what can be decoded is painted over what was there; Chromium shows it alone and stops, ffmpeg drops rows'
const black =
  'Chromium: an index without a color is black; ffmpeg refuses, or erases the pixel, as libvips does'
const clipped =
  'Chromium: rows of an interlaced frame beyond the screen count; ffmpeg and libvips take the rows for others'
const outside = 'Chromium and libvips: the screen grows to the first frame; ffmpeg clips or drops it'
const undecodable = 'ffmpeg: a frame whose data cannot be decoded is empty, and the next ones follow'

/** The reason by the name of the case in `gifCases`, or of the file of an external suite. */
export const gifDeviations: Record<string, string> = {
  'a cleared frame without a transparent index': ground,
  'a first frame of 0 by 0': ground,
  'a first frame that leaves a part open': ground,
  'a first frame wider than the screen': `${outside}; ${ground}`,
  'no clear code at the start': ground,
  'a transparent index and indices out of the palette': black,
  'no palette': black,
  'an interlaced frame partly outside': clipped,
  'image data that end early': partial,
  'image data that end early without an end code': partial,
  'interlaced image data that end early': partial,
  'a second frame that is cut off': partial,
  'a code beyond the table': partial,
  'a code beyond the table in the first frame': partial,
  'first image data that end early': partial,
  'a first frame without data': ground,
  'image data of an end code': undecodable,
  'a least code size of 12': undecodable,
  'no palette for a frame that cannot be decoded': undecodable,
  'a second frame with a least code size of 12': undecodable,
  'dispose-restore-background.gif': ground,
  'image-inside-bg.gif': ground,
  'image-outside-bg.gif': `${outside}; ${ground}`,
  'image-overlap-bg.gif': `${outside}; ${ground}`,
  'images-combine.gif': ground,
  'missing-pixels.gif': ground,
  'animated_transparent_loop.gif': ground,
  'animated_transparent_loop_frames_out_of_bounds.gif': `${outside}; ${ground}`,
  'background-color.gif': ground,
  'frame-out-of-bounds.gif': `${outside}; ${ground}`,
  'metadata-empty.gif': ground,
  'metadata-full.gif': ground,
  'multiple-loop-counts.gif': ground,
  'pixel-data-not-enough.gif': partial,
  'small-frame-interlaced.gif': ground,
  'zero-width-frame.gif': ground,
}
