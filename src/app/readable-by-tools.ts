import { readableByDecoders } from '../adapters/render-pool/isolation.ts'
import { readableByYtDlp } from '../adapters/sources/yt-dlp/sandbox.ts'
import type { Config } from '../config/config.ts'
import { findProgram } from '../lib/tools/find-program.ts'

/** The paths of this machine that decoders or yt-dlp can read in their sandboxes. */
export async function pathsReadableByTools({ sources, render }: Config): Promise<string[]> {
  const { ytDlpPath } = sources
  const ytDlp = ytDlpPath === null ? undefined : await findProgram(ytDlpPath, render.searchPath)
  return [
    ...(await readableByDecoders(render.searchPath)),
    ...(ytDlp === undefined ? [] : await readableByYtDlp(ytDlp)),
  ]
}
