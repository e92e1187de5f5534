import { integer, number, text } from '../setting.ts'

/** Storage of data, and limits on disk use. */
export const dataSettings = {
  DATA_DIR: text('./data', 'The folder for the database and the files. Created if missing.', 'a folder'),
  MIN_FREE_DISK_MB: integer(
    200,
    [0, 1_000_000],
    'Disk space to leave free in DATA_DIR; uploads and GIFs in progress share the rest. Creations without enough space get 503.',
    'megabytes',
  ),
  TEMPORARY_MB: integer(
    0,
    [0, 100_000_000],
    'The maximum total size of uploads and GIFs in progress, for a DATA_DIR with a limit that its disk does not show, such as the `sizeLimit` of an `emptyDir` in Kubernetes. At least MAX_UPLOAD_MB. 0: limited only by the disk.',
    'megabytes',
  ),
  MAX_FRAMES_MB: number(
    500,
    [1, 100_000],
    'Disk space for the frames of one clip, for GIFs that need all of them at once: `reverse`, `boomerang`, `auto_loop`, `max_bytes` (which uses up to twice this). A frame takes 4 bytes per pixel. Frames that need more are compressed; a clip that needs more than 25 times this is refused.',
    'megabytes',
  ),
  RECORD_CACHE_MB: integer(
    128,
    [0, 4096],
    'Memory for serialized records of GIFs, about 1,600 per megabyte. All others are read from the database for each search.',
    'megabytes',
  ),
  COMPAT_RECORD_CACHE_MB: integer(
    64,
    [0, 4096],
    'Memory for serialized records of the Tenor- and GIPHY-compatible interfaces: 160 to 320 per megabyte, since each lists all files of its GIF.',
    'megabytes',
  ),
  SYNONYMS_FILE: text(
    '',
    'A file of synonyms for searches with few results, in addition to the built-in list: two or more words per line, separated by commas; `#` begins a comment. Read at startup.',
    'a file',
  ),
  NEW_WORDS_PER_DAY: integer(
    20_000,
    [0, 1_000_000],
    'How many new words one account can add to search in a day (UTC). All visitors together can add as many; administrators have no limit. Further new words are found a day later. If search runs out of room, the limit is a fiftieth of the remaining room. 0: no limit.',
  ),
  PRIVATE_URL_MINUTES: integer(
    60,
    [1, 10_080],
    'How long links to a private GIF’s files are valid.',
    'minutes',
  ),
}
