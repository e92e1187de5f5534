import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../lib/log/log.ts'
import { defaultClipOptions } from '../options/clip-options.ts'
import { defaultGifOptions } from '../options/gif-options.ts'
import type { MediaEngine, VideoPlan } from '../media/media-engine.ts'
import type { Workspaces } from './workspaces.ts'

/**
 * Two red frames of 16×16 pixels in H.264 and MP4, 0.2 s. Made with:
 * ffmpeg -f lavfi -i color=c=red:s=16x16:r=10:d=0.2 -pix_fmt yuv420p -c:v libx264 -profile:v baseline
 *   -preset veryfast -crf 40 -bsf:v filter_units=remove_types=6 -map_metadata -1 -fflags +bitexact
 *   -movflags +faststart clip.mp4
 */
const decoderCheckClip = {
  seconds: 0.2,
  frames: 2,
  bytes: Buffer.from(
    [
      'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAMFbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAAMgAAQAAAQAA',
      'AAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAA',
      'AlR0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAAMgAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAA',
      'AAAAAAAAAAAAAABAAAAAABAAAAAQAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAADIAAAAAAABAAAAAAHMbWRpYQAAACBtZGhk',
      'AAAAAAAAAAAAAAAAAAAoAAAACABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAABd21p',
      'bmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAATdzdGJsAAAAt3N0c2QA',
      'AAAAAAAAAQAAAKdhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAABAAEABIAAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAAAAAA',
      'AAAAAAAAAAAAAAAAAAAAGP//AAAALWF2Y0MBQsAK/+EAFWdCwAraewEQAAADABAAAAMBQPEiagEABWjOA5yAAAAAEHBhc3AAAAAB',
      'AAAAAQAAABRidHJ0AAAAAAAABVAAAAVQAAAAGHN0dHMAAAAAAAAAAQAAAAIAAAQAAAAAFHN0c3MAAAAAAAAAAQAAAAEAAAAcc3Rz',
      'YwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAAAAAAAAAAAAIAAAAZAAAACQAAABRzdGNvAAAAAAAAAAEAAAM1AAAAPXVk',
      'dGEAAAA1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAbWRpcmFwcGwAAAAAAAAAAAAAAAAIaWxzdAAAAAhmcmVlAAAAKm1kYXQAAAAV',
      'ZYiEDv///BFFAAN+OAAIBscAAQaMAAAABUGaIDfU',
    ].join(''),
    'base64',
  ),
}

export type DecoderCheckTimes = {
  /** The time for which an outcome is valid unless something fails. */
  holdsForMs: number
  /** The delay until the next run after a failure. Tool failures do not start runs more often either. */
  retryMs: number
}

const defaultTimes: DecoderCheckTimes = { holdsForMs: 60_000, retryMs: 5000 }

/**
 * Checks whether GIFs can be made: renders a tiny built-in clip in the same sandbox and render processes as every
 * creation. Runs at the start, after a tool failed, and on `check` if the last outcome is a minute old.
 */
export class DecoderCheck {
  readonly #deps: { mediaEngine: MediaEngine; workspaces: Workspaces; log: Log }
  readonly #times: DecoderCheckTimes
  readonly #stopped = new AbortController()
  #running: Promise<void> | undefined
  #failure: { error: unknown } | null = null
  #endedAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(
    deps: { mediaEngine: MediaEngine; workspaces: Workspaces; log: Log },
    times: DecoderCheckTimes = defaultTimes,
  ) {
    this.#deps = deps
    this.#times = times
  }

  /** Begins the first run. */
  start(): void {
    this.#run()
  }

  /** Ends the current run and begins no other. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Throws the error of the last run if it failed. Waits for a run only if none has ended yet. */
  async check(): Promise<void> {
    const ageMs = performance.now() - this.#endedAt
    if (ageMs >= this.#times.holdsForMs) this.#run()
    if (ageMs === Infinity) await this.#running
    if (this.#failure !== null) throw this.#failure.error
  }

  /** A tool failed: the outcome of the last run may no longer hold. */
  toolFailed(): void {
    const ageMs = performance.now() - this.#endedAt
    this.#runIn(Math.max(0, this.#times.retryMs - ageMs))
  }

  #runIn(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#run()
    }, delayMs).unref()
  }

  #run(): void {
    if (this.#stopped.signal.aborted) return
    this.#running ??= this.#decode().then(
      () => this.#ended(null),
      (error: unknown) => this.#ended({ error }),
    )
  }

  #ended(failure: { error: unknown } | null): void {
    const isNew = failure !== null && this.#failure === null
    this.#failure = failure
    this.#endedAt = performance.now()
    this.#running = undefined
    if (failure === null || this.#stopped.signal.aborted) return
    if (isNew) this.#deps.log.warn({ err: failure.error }, 'The decoder check failed: no GIF can be made')
    this.#runIn(this.#times.retryMs)
  }

  async #decode(): Promise<void> {
    const { mediaEngine, workspaces, log } = this.#deps
    const workspace = await workspaces.make()
    try {
      const [input, folder] = [join(workspace, 'clip'), join(workspace, 'made')]
      await mkdir(folder)
      await writeFile(input, decoderCheckClip.bytes)
      const options = { signal: this.#stopped.signal, onProgress: () => {} }
      const { frames } = await mediaEngine.render(planOf(input), folder, options)
      if (frames !== decoderCheckClip.frames) throw new Error(`the clip has ${frames} frames`)
    } finally {
      await workspaces.remove(workspace).catch((error: unknown) => {
        log.warn({ err: error }, 'the folder of the decoder check cannot be removed')
      })
    }
  }
}

function planOf(input: string): VideoPlan {
  return {
    kind: 'video',
    input,
    startSeconds: 0,
    endSeconds: decoderCheckClip.seconds,
    watermarkText: null,
    gif: defaultGifOptions,
    clip: defaultClipOptions,
  }
}
