/** The formats of videos, for sentences. */
export const acceptedVideos =
  'MP4, MOV, M4V, 3GP, WebM, MKV, AVI, MPEG, MTS, FLV, WMV, OGV, or an animated GIF, WebP, PNG or AVIF'

/** The formats of pictures, for sentences. */
export const acceptedPictures = 'PNG, JPEG, WebP, AVIF, GIF, HEIC, TIFF or BMP'

/** The choices of a file field for pictures. */
export const pictureFileTypes = [
  ...['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'],
  ...['image/heic', 'image/heif', 'image/tiff', 'image/bmp', '.heic', '.heif', '.tif', '.tiff', '.bmp'],
].join(',')

/** The choices of a file field for a video: file managers do not recognize all of them as videos. */
export const videoFileTypes = [
  ...['video/*', 'image/gif', 'image/webp', 'image/png', 'image/apng', 'image/avif'],
  ...[
    '.mp4',
    '.m4v',
    '.mov',
    '.3gp',
    '.3g2',
    '.webm',
    '.mkv',
    '.avi',
    '.ts',
    '.mts',
    '.m2ts',
    '.mpg',
    '.mpeg',
  ],
  ...['.vob', '.flv', '.f4v', '.wmv', '.asf', '.ogv', '.ogg'],
].join(',')
