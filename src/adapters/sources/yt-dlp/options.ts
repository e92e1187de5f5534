/** The files that yt-dlp writes to its working folder. */
export const ytDlpFiles = { video: 'source', title: 'title.json' }

const progressMark = 'gifwright-progress'
const progressFields = '%(progress.downloaded_bytes)s %(progress.total_bytes,progress.total_bytes_estimate)s'

/** A path below a file, which can never exist. */
const noProgram = '/dev/null/none'

/** Options of newer versions only; each restricts yt-dlp. */
const newerOptions = ['--no-plugin-dirs', '--no-remote-components']

const webOnly = '[protocol!^=rtmp][protocol!^=rtsp][protocol!^=mms]'

/**
 * Returns the arguments of one run: one video of a known site, within the size limit, as one file with a fixed name,
 * without any configuration, cache, cookies, plug-ins or other programs. `help` is the output of `yt-dlp --help`: a
 * version without one of the newer options would refuse the whole command. The proxy is passed by standard input, so
 * that its credential appears in no process list.
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
    // The generic extractor would follow a page to any address.
    '--use-extractors=default,-generic',
    '--playlist-items=1',
    '--match-filters=!is_live',
    `--max-filesize=${maxBytes}`,
    '--socket-timeout=15',
    '--retries=2',
    '--fragment-retries=2',
    '--extractor-retries=2',
    '--fixup=never',
    // ffmpeg would follow a playlist to any address, without the proxy. Nothing here needs it.
    `--ffmpeg-location=${noProgram}`,
    '--downloader=native',
    // One file, no audio needed: the best video up to 720 lines, in a codec that is quick to decode.
    // Other protocols are fetched by separate programs, which do not use the proxy.
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

/** Returns yt-dlp's standard input: `proxy` is an address with its credential. */
export function ytDlpInput(proxy: string): string {
  return `--proxy ${proxy}\n`
}

/** Parses a progress line; returns the fraction done, 0 to 1, or undefined for other lines. */
export function readYtDlpProgress(line: string): number | undefined {
  const [mark, done, total] = line.trim().split(' ')
  const fraction = Number(done) / Number(total)
  return mark === progressMark && fraction >= 0 ? Math.min(1, fraction) : undefined
}
