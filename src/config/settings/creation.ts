import { availableParallelism } from 'node:os'
import { defaultLayerLimits } from '../../layers/layer-limits.ts'
import { frameMs, sidePixels } from '../../options/format-limits.ts'
import { gifOptions, gifPresets } from '../../options/gif-options.ts'
import { integer, number, oneOf, text } from '../setting.ts'

/** Creation of GIFs: permissions, concurrency and sizes. */
export const creationSettings = {
  CREATION: oneOf(
    'anyone',
    ['anyone', 'accounts'],
    'Who can make GIFs; `accounts` requires a token or a signed-in session.',
  ),
  DEFAULT_CATEGORY: text(
    'other',
    'The code of the default category for GIFs made on the site. If it does not exist, the first category is used.',
  ),
  MAX_RECORDING_SECONDS: integer(
    300,
    [1, 3600],
    'The longest screen or camera recording in the maker. It is trimmed like a video but uploaded whole, so MAX_UPLOAD_MB limits it too.',
    'seconds',
  ),
  WORKER_CONCURRENCY: integer(
    Math.max(1, Math.floor(availableParallelism() / 2)),
    [0, 64],
    'How many GIFs are made at the same time; 0 for a server that makes none. Unset: half the cores.',
  ),
  LEASE_SECONDS: number(10, [1, 600], 'How long an unresponsive worker keeps its task.', 'seconds'),
  MAX_WAITING_TASKS: integer(
    1000,
    [1, 100_000],
    'The maximum number of waiting tasks over all machines; further creations get 503.',
  ),
  WAITING_PER_CLIENT: integer(
    100,
    [1, 100_000],
    'The maximum number of waiting tasks per account, or per address without an account; further ones get 429. Clients take turns.',
  ),
  MAX_UPLOADS_AT_ONCE: integer(
    64,
    [1, 1000],
    'The maximum number of simultaneous uploads per machine; further ones get 503.',
  ),
  UPLOADS_PER_ADDRESS: integer(
    16,
    [1, 1000],
    'The maximum number of simultaneous uploads per address, less when few slots are free; further ones get 429.',
  ),
  MAX_UPLOAD_MB: number(
    100,
    [1, 4096],
    'The largest upload in one creation call, after decoding.',
    'megabytes',
  ),
  MAX_PICTURE_MB: number(
    25,
    [1, 1024],
    'The largest single picture, after decoding its data URL.',
    'megabytes',
  ),
  MAX_PICTURES: integer(300, [2, 2000], 'The maximum number of pictures in one GIF.'),
  MAX_LAYERS: integer(
    defaultLayerLimits.maxLayers,
    [0, 200],
    'The maximum number of texts, pictures and blurred regions on one GIF.',
  ),
  MAX_LAYER_TEXT: integer(
    defaultLayerLimits.maxTextLength,
    [1, 5000],
    'The longest text on a GIF.',
    'characters',
  ),
  MAX_STICKERS: integer(
    defaultLayerLimits.maxStickers,
    [0, 100],
    'The maximum number of sticker uploads per GIF; MAX_PICTURE_MB limits the size of each.',
  ),
  IMPORT_MAX_MB: number(
    1000,
    [1, 100_000],
    'The largest upload on the import page: a ZIP, or several files together. MAX_UPLOAD_MB limits each file.',
    'megabytes',
  ),
  IMPORT_MAX_FILES: integer(
    2000,
    [1, 100_000],
    'The maximum number of files in one upload on the import page, inside a ZIP or separate.',
  ),
  IMPORTS_PER_ACCOUNT: integer(
    5000,
    [1, 1_000_000],
    'The maximum number of waiting imports per account; further files must wait until some are done.',
  ),
  MAX_MEGAPIXELS: number(
    40,
    [1, 268],
    'The maximum number of pixels in a decoded picture or video frame.',
    'million pixels',
  ),
  MAX_CLIP_SECONDS: number(
    60,
    [0.1, 600],
    'The longest clip from a video, and the longest GIF made from one.',
    'seconds',
  ),
  MAX_FPS: number(
    30,
    [1, 1000 / frameMs.min],
    'The highest frame rate of a GIF made from a video.',
    'frames per second',
  ),
  MAX_WIDTH: integer(
    720,
    [sidePixels.min, sidePixels.max],
    `The greatest width of a GIF made from a video; for pictures, it is ${sidePixels.max}.`,
    'pixels',
  ),
  MAX_ANIMATION_FRAMES: integer(
    10_000,
    [2, 100_000],
    'The maximum number of frames in an animated WebP, and in any animation kept as it is. They are counted before decoding; seeking gets slower the more frames a WebP has.',
    'frames',
  ),
  MAX_EDITED_FRAMES: integer(
    2000,
    [2, 10_000],
    'The maximum number of frames to edit or unpack, both before and after the edit.',
    'frames',
  ),
  MAX_APPENDED: integer(
    9,
    [1, 50],
    'The maximum number of clips to append to an animation in one edit.',
    'clips',
  ),
  FRAMES_ZIP_MB: integer(
    1000,
    [1, 10_000],
    'The maximum size of a GIF’s frames, at 4 bytes per pixel, to unpack as a ZIP of PNG files.',
    'megabytes',
  ),
  FRAMES_ZIP_MEGAPIXELS: number(
    8,
    [0.1, 100],
    'The maximum number of pixels per frame to unpack a GIF: a few frames are held in memory at 4 bytes per pixel.',
    'megapixels',
  ),
  FRAMES_ZIP_SECONDS: integer(
    600,
    [1, 86_400],
    'How long unpacking a GIF may take, including the download.',
    'seconds',
  ),
  FRAMES_ZIPS_AT_ONCE: integer(2, [1, 64], 'How many GIFs are unpacked at the same time.', 'GIFs'),
  FRAMES_ZIPS_UNSENT_MB: integer(
    5000,
    [1, 1_000_000],
    'The maximum disk space for unpacked GIFs that are still being sent; each client has one at a time.',
    'megabytes',
  ),
  GIF_PRESET: oneOf(
    gifOptions.preset.default,
    gifPresets,
    'The default preset: the balance of size and quality. `quality` is an alias of `best`.',
    gifOptions.preset.aliases,
  ),
  MAX_DAMAGED_SHARE: number(
    // With an error in every fifth frame, most frames show one, since they are predicted from each other.
    0.2,
    [0, 0.5],
    'The largest share of damaged frames in a clip, as reported by the decoder; with more, no GIF is made.',
    'a share of 1',
  ),
  RENDITIONS: oneOf(
    'all',
    ['all', 'core'],
    'The files of each new GIF. `core`: only those made with it. `all`: also the other sizes and formats, derived in the background when no GIF waits. `gifwright renditions make` adds missing files to older GIFs.',
  ),
  KEEP_SOURCE_HOURS: number(
    24,
    [0, 168],
    'How long a source is kept, so that whoever uploaded it can edit it and make the GIF again, and so that the GIF’s other files can be derived from it. 0: sources are neither prepared nor kept, and files are derived from the MP4 or WebP.',
    'hours',
  ),
  KEEP_SOURCE_MB: integer(
    5000,
    [0, 1_000_000],
    'The maximum total size of kept sources, and never more than the remaining free space. One client can use at most a fifth. Sources beyond that are not kept.',
    'megabytes',
  ),
  PREPARED_SOURCE_MB_PER_CLIENT: integer(
    1000,
    [1, 1_000_000],
    'The maximum total size of kept sources per account, or per address without an account. New ones replace the oldest.',
    'megabytes',
  ),
  PREPARED_SOURCES_PER_CLIENT: integer(
    20,
    [1, 10_000],
    'The maximum number of kept sources per account, or per address without an account. New ones replace the oldest.',
  ),
  PREVIEW_SECONDS: number(
    60,
    [1, 3600],
    'The length of the first preview of a video that browsers cannot play; more is converted on demand.',
    'seconds',
  ),
  MEASURE_SIZES: oneOf(
    'on',
    ['on', 'off'],
    'Lets the maker show the exact size of a GIF in advance if the browser has only a converted copy of the source. Each measurement takes about as long as the GIF without its other files, and yields to creations. `off`: the size is an estimate.',
  ),
  MAX_RENDER_SECONDS: number(300, [5, 7200], 'How long it may take to make one GIF.', 'seconds'),
  MAX_RENDER_MEMORY_MB: integer(
    3000,
    // An empty process counts as 650 MB, most of it address space that its engine reserves and never uses.
    [900, 1_000_000],
    'The maximum memory of a render process. An ordinary GIF takes 850 MB, one in full HD 1 GB, and a picture of 40 megapixels up to 1 GB more.',
    'megabytes',
  ),
  SANDBOX: oneOf<'auto' | 'require' | 'off'>(
    'auto',
    ['auto', 'require', 'off'],
    'Runs decoders and yt-dlp in a bubblewrap sandbox. `auto`: if it works. `require`: the program does not start without one.',
  ),
}
