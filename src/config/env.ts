import { availableParallelism } from 'node:os'

/** One setting: how its text is read, what holds when it is unset, and what it is for. */
export type Setting<T> = {
  read: (text: string) => T
  default: T
  /** How the value is written, for the documentation. */
  form: string
  doc: string
}

const text = (fallback: string, doc: string, form = 'text'): Setting<string> => ({
  read: (value) => value,
  default: fallback,
  form,
  doc,
})

const optionalText = (doc: string, form = 'text'): Setting<string | null> => ({
  read: (value) => value,
  default: null,
  form,
  doc,
})

const number = (
  fallback: number,
  [min, max]: [number, number],
  doc: string,
  unit = 'a number',
): Setting<number> => ({
  read: (value) => {
    const parsed = Number(value)
    if (!Number.isFinite(parsed) || parsed < min || parsed > max || !/^\d/.test(value)) {
      throw new Error(`must be a number from ${min} to ${max}`)
    }
    return parsed
  },
  default: fallback,
  form: `${unit}, ${min} to ${max}`,
  doc,
})

const integer = (fallback: number, range: [number, number], doc: string, unit?: string): Setting<number> => {
  const base = number(fallback, range, doc, unit ?? 'a whole number')
  return {
    ...base,
    read: (value) => {
      if (!/^\d+$/.test(value)) throw new Error(`must be a whole number from ${range[0]} to ${range[1]}`)
      return base.read(value)
    },
  }
}

const optionalPort = (doc: string): Setting<number | null> => ({
  ...integer(0, [0, 65535], doc),
  default: null,
})

const oneOf = <T extends string>(fallback: T, values: readonly T[], doc: string): Setting<T> => ({
  read: (value) => {
    const found = values.find((candidate) => candidate === value)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  },
  default: fallback,
  form: values.join(' | '),
  doc,
})

const list = (fallback: string[], doc: string, form: string): Setting<string[]> => ({
  read: (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  default: fallback,
  form,
  doc,
})

/** Every setting there is, in the order of `docs/operating.md`, which is generated from this table. */
export const settings = {
  HOST: text('127.0.0.1', 'The address to listen on; `0.0.0.0` for all.'),
  PORT: integer(3000, [0, 65535], 'The port to listen on; 0 takes a free one.'),
  SITE_URL: optionalText(
    'The address people use, for the links in answers and pages. Unset: `http://HOST:PORT`.',
    'an http(s) address',
  ),
  MEDIA_URL: optionalText(
    'Where media files are served from. Unset: `SITE_URL/media`, where those of hidden GIFs always come from.',
    'an http(s) address',
  ),
  SITE_NAME: text('Gifwright', 'The name of this instance, in pages.'),
  WATERMARK_TEXT: text(
    '',
    'What the watermark says. Unset: the host of `SITE_URL`, or `SITE_NAME` on a local address.',
  ),
  DATA_DIR: text('./data', 'The folder for the database and the files. Made when missing.', 'a folder'),
  LOG_LEVEL: oneOf(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'How much is logged, as lines of JSON on standard output.',
  ),
  LOG_ADDRESSES: oneOf(
    'off',
    ['off', 'on'],
    '`on` logs the address that each request came from, at the levels at which requests are logged.',
  ),
  METRICS_PORT: optionalPort(
    'The port for Prometheus to ask, at `/metrics`; 0 takes a free one. Unset: none.',
  ),
  METRICS_HOST: text(
    '127.0.0.1',
    'The address of that port. Whoever reaches it may read the metrics: keep it from strangers.',
  ),
  WORKER_CONCURRENCY: integer(
    Math.max(1, Math.floor(availableParallelism() / 2)),
    [0, 64],
    'How many GIFs are made at once; 0 makes none (a server that only answers). Unset: half the cores.',
  ),
  MAX_WAITING_TASKS: integer(1000, [1, 100_000], 'Creations beyond this many waiting ones are answered 503.'),
  WAITING_PER_CLIENT: integer(
    100,
    [1, 100_000],
    'How many of these may be those of one account, or of one address without an account; beyond them 429. Clients take turns.',
  ),
  MAX_UPLOADS_AT_ONCE: integer(
    64,
    [1, 1000],
    'Creation calls whose bodies are read at once; beyond them they are answered 503.',
  ),
  UPLOADS_PER_ADDRESS: integer(
    16,
    [1, 1000],
    'How many of these may come from one address, and fewer when few are free; beyond them they are answered 429.',
  ),
  MAX_CLIP_SECONDS: number(
    60,
    [0.1, 600],
    'The longest clip of a video, and the longest GIF of one.',
    'seconds',
  ),
  MAX_FPS: number(
    30,
    [1, 50],
    'The most frames a second that a GIF of a video may ask for.',
    'frames a second',
  ),
  MAX_WIDTH: integer(
    720,
    [16, 1280],
    'The widest that a GIF of a video may ask to be; of pictures it is 1280.',
    'pixels',
  ),
  GIF_PRESET: oneOf<'quality' | 'balanced' | 'small'>(
    'balanced',
    ['quality', 'balanced', 'small'],
    'How GIFs are made that name no preset: how small against how good they look.',
  ),
  MAX_UPLOAD_MB: number(100, [1, 4096], 'The most that one creation call may upload, decoded.', 'megabytes'),
  MAX_PICTURE_MB: number(
    25,
    [1, 1024],
    'The largest single picture, decoded from its data-URL.',
    'megabytes',
  ),
  MAX_PICTURES: integer(300, [2, 2000], 'The most pictures of one GIF.'),
  MAX_MEGAPIXELS: number(
    40,
    [1, 268],
    'The most pixels of one picture or video frame that is decoded.',
    'million pixels',
  ),
  SANDBOX: oneOf<'auto' | 'require' | 'off'>(
    'auto',
    ['auto', 'require', 'off'],
    'Whether decoders and yt-dlp run in a bubblewrap sandbox: `auto` where it works, `require` or the program does not start.',
  ),
  MAX_RENDER_SECONDS: number(300, [5, 7200], 'The longest that making one GIF may take.', 'seconds'),
  MAX_FRAMES_MB: number(
    500,
    [1, 100_000],
    'The most that the frames of one clip may take on the disk while a GIF is made that needs all of them at once: `reverse`, `boomerang`, `auto_loop`, `max_bytes` (which takes up to twice this). A frame takes 4 bytes a pixel.',
    'megabytes',
  ),
  MAX_DAMAGED_SHARE: number(
    // Where every fifth frame has an error most frames show it, since they are predicted from one another.
    0.2,
    [0, 0.5],
    'The largest share of the frames of a clip that may be damaged, as the decoder reports it; beyond it no GIF is made.',
    'a share of 1',
  ),
  MAX_SOURCE_MB: number(500, [1, 16_384], 'The most that is fetched from a video address.', 'megabytes'),
  MAX_SOURCE_SECONDS: number(
    120,
    [5, 3600],
    'The longest that fetching a video address may take.',
    'seconds',
  ),
  SOURCE_PORTS: list(['80', '443', '8080', '8443'], 'The ports that video addresses may name.', 'comma list'),
  SOURCE_ALLOWED_HOSTS: list(
    [],
    'Exact `IP:port` pairs that video addresses may name although they are private or of this machine. Every visitor may name them: use with care.',
    'comma list of IP:port',
  ),
  SOURCE_OWN_ADDRESSES: oneOf(
    'refuse',
    ['refuse', 'allow'],
    'Whether video addresses are refused whose name resolves to an address of the hosts of `SITE_URL` and `MEDIA_URL`; these hosts themselves always are. `allow` behind a CDN, whose addresses other sites share.',
  ),
  YT_DLP: text(
    'yt-dlp',
    'The yt-dlp program that reads pages of sharing sites; `off` for none.',
    'a program',
  ),
  YT_DLP_SITES: list(
    [],
    'The sharing sites that yt-dlp reads, by the end of their host name. Unset: a list of the large ones.',
    'comma list of hosts',
  ),
  SIGN_UP: oneOf(
    'open',
    ['open', 'closed'],
    'Whether visitors may make an account; `closed` leaves it to `gifwright account add`.',
  ),
  CREATION: oneOf(
    'anyone',
    ['anyone', 'accounts'],
    'Who may make GIFs: `accounts` asks for a token or for being signed in.',
  ),
  SESSION_DAYS: integer(
    30,
    [1, 365],
    'How long a browser that is not used stays signed in; six times as long at most.',
    'days',
  ),
  SECURITY_CONTACT: optionalText(
    'Where to report a hole in this instance: `mailto:` or `https:`. Told at `/.well-known/security.txt`.',
    'an address',
  ),
  RATE_LIMIT: oneOf(
    'on',
    ['on', 'off'],
    '`off` switches the limits of calls, uploads and connections of one address off, for benches and tests. An IPv6 address counts by its /64. What was counted is forgotten at a restart.',
  ),
  CREATIONS_PER_MINUTE: integer(
    60,
    [1, 100_000],
    'Creation calls without a token that one address may make in a minute.',
  ),
  ACCOUNT_CREATIONS_PER_MINUTE: integer(
    120,
    [1, 100_000],
    'Creation calls that one account may make in a minute, by all its tokens; one address ten times as many.',
  ),
  READS_PER_MINUTE: integer(
    3000,
    [1, 1_000_000],
    'Other calls without a token, and pages, that one address may ask for in a minute.',
  ),
  ACCOUNT_READS_PER_MINUTE: integer(
    6000,
    [1, 1_000_000],
    'Other calls that one account may make in a minute, by all its tokens; one address ten times as many.',
  ),
  SEARCHES_PER_MINUTE: integer(
    1500,
    [1, 1_000_000],
    'Searches without a token, and those of pages with what they suggest, that one address may ask for in a minute.',
  ),
  ACCOUNT_SEARCHES_PER_MINUTE: integer(
    3000,
    [1, 1_000_000],
    'Searches that one account may ask for in a minute, by all its tokens; one address ten times as many.',
  ),
  SIGN_INS_PER_MINUTE: integer(
    10,
    [1, 100_000],
    'How often one address may try to sign in, to sign up, to give a password or a wrong token in a minute.',
  ),
  REPORTS_PER_MINUTE: integer(5, [1, 100_000], 'Reports of GIFs that one address may send in a minute.'),
  MEDIA_PER_MINUTE: integer(
    30_000,
    [1, 10_000_000],
    'Media files, and the style sheets and scripts of pages, that one address may ask for in a minute.',
  ),
  MAX_EVENT_STREAMS: integer(
    500,
    [1, 100_000],
    'Pages that may follow their task live at once; others ask again and again.',
  ),
  EVENT_STREAMS_PER_ADDRESS: integer(30, [1, 100_000], 'How many of these may be those of one address.'),
  MAX_CONNECTIONS: integer(
    4000,
    [10, 1_000_000],
    'Connections that may be open at once; further ones are closed.',
  ),
  CONNECTIONS_PER_ADDRESS: integer(
    200,
    [1, 1_000_000],
    'How many of these may be those of one address, and fewer when few are free; those of TRUSTED_PROXIES are not counted.',
  ),
  TRUSTED_PROXIES: list(
    [],
    'Addresses of reverse proxies whose `X-Forwarded-For` is believed.',
    'comma list of addresses or ranges',
  ),
  MIN_FREE_DISK_MB: integer(
    200,
    [0, 1_000_000],
    'What stays free on the disk of DATA_DIR: uploads and GIFs in the making share the rest. Creations for which there is no space are answered 503.',
    'megabytes',
  ),
  LEASE_SECONDS: number(
    10,
    [1, 600],
    'How long a task is held by a worker that no longer answers.',
    'seconds',
  ),
  DRAIN_SECONDS: number(
    25,
    [0, 600],
    'How long a stop waits for running tasks before it gives them back.',
    'seconds',
  ),
  PRIVATE_URL_MINUTES: integer(
    60,
    [1, 10_080],
    'How long the media addresses of a private GIF hold.',
    'minutes',
  ),
} satisfies Record<string, Setting<unknown>>

export type Env = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never
}

/** Reads every setting; throws one Error that lists all mistakes. An empty value counts as unset. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    const value = source[name]?.trim()
    try {
      values[name] = value === undefined || value === '' ? setting.default : setting.read(value)
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : 'is wrong'}, not "${value}"`)
    }
  }
  if (mistakes.length > 0) throw new Error(`Settings that cannot be used:\n  ${mistakes.join('\n  ')}`)
  return values as Env
}

/** Where the machine keeps its programs: for finding ffmpeg and yt-dlp. */
export function searchPath(): string {
  return process.env.PATH ?? ''
}

const notYet = ['DATABASE_URL', 'S3_BUCKET', 'S3_ENDPOINT']

/** Settings of a larger installation that are set though this version keeps everything in DATA_DIR. */
export function settingsWithoutEffect(): string[] {
  return notYet.filter((name) => (process.env[name] ?? '') !== '')
}
