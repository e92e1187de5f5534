import { availableParallelism } from 'node:os'
import { defaultLayerLimits } from '../../layers/layer-limits.ts'
import { frameMs, sidePixels } from '../../options/format-limits.ts'
import { gifOptions, gifPresets } from '../../options/gif-options.ts'
import { integer, number, oneOf, text } from '../setting.ts'

/** Who may make GIFs, how many at once, and how large they may be. */
export const creationSettings = {
  CREATION: oneOf(
    'anyone',
    ['anyone', 'accounts'],
    'Who may make GIFs; `accounts` requires a token or a signed-in session.',
  ),
  DEFAULT_CATEGORY: text(
    'other',
    'The code of the category of GIFs that are made on the site and for which none was chosen. Without a category of this code it is the first one.',
  ),
  MAX_RECORDING_SECONDS: integer(
    300,
    [1, 3600],
    'The longest recording of a screen or a camera in the maker. It is trimmed there like a video, and sent whole: MAX_UPLOAD_MB limits it too.',
    'seconds',
  ),
  WORKER_CONCURRENCY: integer(
    Math.max(1, Math.floor(availableParallelism() / 2)),
    [0, 64],
    'How many GIFs are made at once; 0 makes none (a server that only serves). Unset: half the cores.',
  ),
  LEASE_SECONDS: number(10, [1, 600], 'How long a worker that stopped responding keeps its task.', 'seconds'),
  MAX_WAITING_TASKS: integer(
    1000,
    [1, 100_000],
    'How many tasks may wait, over all machines; further creations get 503.',
  ),
  WAITING_PER_CLIENT: integer(
    100,
    [1, 100_000],
    'How many of them may belong to one account, or to one address without an account; further ones get 429. Clients take turns.',
  ),
  MAX_UPLOADS_AT_ONCE: integer(
    64,
    [1, 1000],
    'How many creation calls may upload at once to each machine; further ones get 503.',
  ),
  UPLOADS_PER_ADDRESS: integer(
    16,
    [1, 1000],
    'How many of them may come from one address, fewer when few are free; further ones get 429.',
  ),
  MAX_UPLOAD_MB: number(100, [1, 4096], 'The largest upload of one creation call, decoded.', 'megabytes'),
  MAX_PICTURE_MB: number(
    25,
    [1, 1024],
    'The largest single picture, decoded from its data URL.',
    'megabytes',
  ),
  MAX_PICTURES: integer(300, [2, 2000], 'The most pictures in one GIF.'),
  MAX_LAYERS: integer(
    defaultLayerLimits.maxLayers,
    [0, 200],
    'The most texts, pictures and blurred regions that are drawn over one GIF.',
  ),
  MAX_LAYER_TEXT: integer(
    defaultLayerLimits.maxTextLength,
    [1, 5000],
    'The longest text that is drawn over a GIF.',
    'characters',
  ),
  MAX_STICKERS: integer(
    defaultLayerLimits.maxStickers,
    [0, 100],
    'The most pictures that may be sent to be drawn over one GIF; each may be as large as MAX_PICTURE_MB.',
  ),
  IMPORT_MAX_MB: number(
    1000,
    [1, 100_000],
    'The largest upload of one request on the page for importing: a ZIP, or several files together. Each file is limited by MAX_UPLOAD_MB.',
    'megabytes',
  ),
  IMPORT_MAX_FILES: integer(
    2000,
    [1, 100_000],
    'How many files one request on the page for importing may bring, in a ZIP or by themselves.',
  ),
  IMPORTS_PER_ACCOUNT: integer(
    5000,
    [1, 1_000_000],
    'How many imported files of one account may wait to be made; further ones have to wait until some are.',
  ),
  MAX_MEGAPIXELS: number(
    40,
    [1, 268],
    'The most pixels in one decoded picture or video frame.',
    'million pixels',
  ),
  MAX_CLIP_SECONDS: number(
    60,
    [0.1, 600],
    'The longest clip of a video, and the longest GIF made of one.',
    'seconds',
  ),
  MAX_FPS: number(
    30,
    [1, 1000 / frameMs.min],
    'The highest frame rate of a GIF made of a video.',
    'frames per second',
  ),
  MAX_WIDTH: integer(
    720,
    [sidePixels.min, sidePixels.max],
    `The greatest width of a GIF made of a video; of pictures it is ${sidePixels.max}.`,
    'pixels',
  ),
  MAX_ANIMATION_FRAMES: integer(
    10_000,
    [2, 100_000],
    'The most frames of an animated WebP, and of any animation that is kept as it is. They are counted before anything is decoded; where a WebP has many, finding one takes longer.',
    'frames',
  ),
  MAX_EDITED_FRAMES: integer(
    2000,
    [2, 10_000],
    'The most frames of an animation whose frames are edited or unpacked, before and after that.',
    'frames',
  ),
  MAX_APPENDED: integer(9, [1, 50], 'How many clips may be appended to an animation at once.', 'clips'),
  FRAMES_ZIP_MB: integer(
    1000,
    [1, 10_000],
    'The most that the frames of a GIF may take, 4 bytes a pixel, to be unpacked as a ZIP of PNG files.',
    'megabytes',
  ),
  FRAMES_ZIP_MEGAPIXELS: number(
    8,
    [0.1, 100],
    'The most pixels that a frame of a GIF may have to be unpacked: a few are held in memory, 4 bytes a pixel.',
    'megapixels',
  ),
  FRAMES_ZIP_SECONDS: integer(
    600,
    [1, 86_400],
    'How long unpacking a GIF may take, until the client has all of it.',
    'seconds',
  ),
  FRAMES_ZIPS_AT_ONCE: integer(2, [1, 64], 'How many GIFs are unpacked at once.', 'GIFs'),
  FRAMES_ZIPS_UNSENT_MB: integer(
    5000,
    [1, 1_000_000],
    'Maximum disk space of all unpacked GIFs that are not fully sent yet; each client has one at a time.',
    'megabytes',
  ),
  GIF_PRESET: oneOf(
    gifOptions.preset.default,
    gifPresets,
    'The default preset: how small GIFs are against how good they look. `quality` is another name of `best`.',
    gifOptions.preset.aliases,
  ),
  MAX_DAMAGED_SHARE: number(
    // Where every fifth frame has an error most frames show it, since they are predicted from one another.
    0.2,
    [0, 0.5],
    'The largest share of damaged frames in a clip, as the decoder reports it; beyond it no GIF is made.',
    'a share of 1',
  ),
  RENDITIONS: oneOf(
    'all',
    ['all', 'core'],
    'Which files each new GIF gets: the `core` is made with it; `all` derives the rest of the ladder in the background, when no GIF waits. `gifwright renditions make` adds what older GIFs lack.',
  ),
  KEEP_SOURCE_HOURS: number(
    24,
    [0, 168],
    'How long a source is kept for who prepared it or made a GIF of it, who can edit and make it again for so long; and how long at most until all renditions of its GIF are derived from it. 0: none is prepared or kept, and renditions are derived from the MP4 or WebP.',
    'hours',
  ),
  KEEP_SOURCE_MB: integer(
    5000,
    [0, 1_000_000],
    'Maximum size of all kept sources together, and never more than is free besides; those of one client take at most a fifth of it. The source of a GIF beyond it is not kept.',
    'megabytes',
  ),
  PREPARED_SOURCE_MB_PER_CLIENT: integer(
    1000,
    [1, 1_000_000],
    'The most that the kept sources of one account may take, or of one address without an account. The oldest give way to new ones.',
    'megabytes',
  ),
  PREPARED_SOURCES_PER_CLIENT: integer(
    20,
    [1, 10_000],
    'How many sources are kept for one account, or for one address without an account. The oldest give way to new ones.',
  ),
  PREVIEW_SECONDS: number(
    60,
    [1, 3600],
    'How much of a video is coded anew for its first preview, where a browser cannot play it; more is made when it is asked for.',
    'seconds',
  ),
  MEASURE_SIZES: oneOf(
    'on',
    ['on', 'off'],
    'Whether the maker has a GIF encoded to tell its size before it is made, where the browser has only a copy of the source that was coded anew. Each measurement takes about as long as the GIF without its other renditions, and makes way for creations. `off`: the size is a guess.',
  ),
  MAX_RENDER_SECONDS: number(300, [5, 7200], 'The longest time to make one GIF.', 'seconds'),
  MAX_RENDER_MEMORY_MB: integer(
    3000,
    // An empty process counts 650 MB, most of it address space that its engine reserves and never uses.
    [900, 1_000_000],
    'The most memory that a process that renders GIFs may use. An ordinary GIF takes 850 MB, one in full HD 1 GB; a picture of 40 megapixels up to 1 GB more.',
    'megabytes',
  ),
  SANDBOX: oneOf<'auto' | 'require' | 'off'>(
    'auto',
    ['auto', 'require', 'off'],
    'Whether decoders and yt-dlp run in a bubblewrap sandbox: `auto` if it works; with `require` the program does not start without one.',
  ),
}
