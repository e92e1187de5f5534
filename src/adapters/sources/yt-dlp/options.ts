/** The names of what yt-dlp leaves in the folder it works in. */
export const ytDlpFiles = { video: 'source', title: 'title.json' }

const progressMark = 'gifwright-progress'
const progressFields = '%(progress.downloaded_bytes)s %(progress.total_bytes,progress.total_bytes_estimate)s'

/** Below a file, so that nothing can ever be there. */
const noProgram = '/dev/null/none'

/** Options that only newer versions know; each narrows what yt-dlp does. */
const newerOptions = ['--no-plugin-dirs', '--no-remote-components']

const webOnly = '[protocol!^=rtmp][protocol!^=rtsp][protocol!^=mms]'

/**
 * The arguments of one run: one video of a known site, small enough, as one file under a fixed name, with
 * no configuration, cache, cookies, plug-ins or programs of anyone's. `help` is what `yt-dlp --help` prints: a
 * version that does not know one of the newer options would refuse the whole line. The proxy comes by standard
 * input, so that its credential shows in no list of processes.
 */
export function ytDlpArguments(url: URL, maxBytes: number, help: string): string[] {
  return [
    '--ignore-config',
    '--config-locations=-',
    ...newerOptions.filter((option) => help.includes(`${option} `)),
    '--no-cache-dir',
    '--no-cookies',
    '--no-exec',
    '--no-update',
    '--no-mtime',
    '--no-part',
    '--no-playlist',
    '--no-warnings',
    // The generic extractor would go wherever a page sends it.
    '--use-extractors=default,-generic',
    '--playlist-items=1',
    '--match-filters=!is_live',
    `--max-filesize=${maxBytes}`,
    '--socket-timeout=15',
    '--retries=2',
    '--fragment-retries=2',
    '--extractor-retries=2',
    '--fixup=never',
    // ffmpeg would go wherever a playlist sends it, and not by the proxy. Nothing here needs it.
    `--ffmpeg-location=${noProgram}`,
    '--downloader=native',
    // One file, no sound needed: the best picture up to 720 lines, in a codec that is quick to decode.
    // Other protocols are fetched by programs of their own, which know no proxy.
    `--format=bv*${webOnly}/b${webOnly}`,
    '--format-sort=res:720,vcodec:h264,proto',
    `--output=${ytDlpFiles.video}`,
    '--print-to-file',
    'video:%(title)j',
    ytDlpFiles.title,
    '--newline',
    `--progress-template=download:${progressMark} ${progressFields}`,
    '--',
    url.href,
  ]
}

/** What yt-dlp reads from standard input: `proxy` is an address with its credential. */
export function ytDlpInput(proxy: string): string {
  return `--proxy ${proxy}\n`
}

/** The part that is done, 0 to 1, when `line` is one of the progress lines that were asked for. */
export function readYtDlpProgress(line: string): number | undefined {
  const [mark, done, total] = line.trim().split(' ')
  const fraction = Number(done) / Number(total)
  return mark === progressMark && fraction >= 0 ? Math.min(1, fraction) : undefined
}
