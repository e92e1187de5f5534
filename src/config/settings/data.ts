import { integer, number, text } from '../setting.ts'

/** Where data is stored, and how much of the disk it may use. */
export const dataSettings = {
  DATA_DIR: text('./data', 'The folder for the database and the files. Created if missing.', 'a folder'),
  MIN_FREE_DISK_MB: integer(
    200,
    [0, 1_000_000],
    'Space that stays free on the disk of DATA_DIR; uploads and GIFs in progress share the rest. Creations without enough space get 503.',
    'megabytes',
  ),
  TEMPORARY_MB: integer(
    0,
    [0, 100_000_000],
    'The most that uploads and GIFs in progress may take together, where DATA_DIR has a limit that its disk does not show, such as the `sizeLimit` of an `emptyDir` in Kubernetes. At least MAX_UPLOAD_MB. 0: as much as the disk has.',
    'megabytes',
  ),
  MAX_FRAMES_MB: number(
    500,
    [1, 100_000],
    'Disk space for the frames of one clip while a GIF is made that needs all of them at once: `reverse`, `boomerang`, `auto_loop`, `max_bytes` (which uses up to twice this). A frame takes 4 bytes per pixel; frames that take more together are compressed, and a clip of more than 25 times this is refused.',
    'megabytes',
  ),
  RECORD_CACHE_MB: integer(
    128,
    [0, 4096],
    'Memory for the records of GIFs as they are sent, about 1,600 a megabyte. What it does not hold is read from the database for each search.',
    'megabytes',
  ),
  COMPAT_RECORD_CACHE_MB: integer(
    64,
    [0, 4096],
    'Memory for the records of GIFs as the Tenor- and GIPHY-compatible interfaces send them: 160 to 320 a megabyte, since each lists all files of its GIF.',
    'megabytes',
  ),
  SYNONYMS_FILE: text(
    '',
    'A file of words that mean about the same, for searches that find little: on each line two words or more, with commas between them; `#` begins a remark. A list ships with the program, and this one joins it. Read at the start.',
    'a file',
  ),
  NEW_WORDS_PER_DAY: integer(
    20_000,
    [0, 1_000_000],
    'How many words that no other GIF has one account may add to search in a day (UTC); all visitors together may add as many, and administrators have no limit. A GIF with more is found by its other words at once, and by the new ones a day later. Fewer are allowed when search has little room: one account may take a fiftieth of the room a day. 0: no limit.',
  ),
  PRIVATE_URL_MINUTES: integer(
    60,
    [1, 10_080],
    'How long the media addresses of a private GIF are valid.',
    'minutes',
  ),
}
