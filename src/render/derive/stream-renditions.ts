import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { presetSettings } from '../../gif/encode/encoder-settings.ts'
import type { DerivePlan } from '../../media/media-engine.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import {
  maxRenditionBytes,
  type RenditionName,
  renditionMs,
  renditions,
  renditionShape,
} from '../../media/rendition.ts'
import { type Branch, streamFrames } from '../decode/frame-stream.ts'
import type { GifFile, GifGroup, GifMaker } from '../encode/gif-maker.ts'
import { ownTimesArgs, mp4Output, videoEncoderFilters, webmOutput } from '../encode/mp4.ts'
import { drawStill } from '../encode/thumbnail.ts'
import { ThumbnailFrame } from '../encode/thumbnail-frame.ts'
import { defaultEffort, endWebpAt, makeAnimated, webpArgs } from '../encode/webp.ts'
import { type FrameSource, type Job, renditionPath } from '../job.ts'
import { scaleFilters } from '../process/scale.ts'
import { renditionFile } from '../tools/ffmpeg-args.ts'
import { rateOf } from './gif-frames.ts'
import { framesOfRendition } from './rendition-frames.ts'

/** The settings of the coarser GIF, which is about half as large. */
const roughSettings = presetSettings('small')

/** The effort for WebPs with transparency: one more than that of the GIF saves 3 to 9 % of the bytes of small ones. */
const alphaEffort = 1

/**
 * Makes renditions without a size limit from the frames of a GIF, which are decoded once; also calls `onFrame` with
 * each. Throws AppError.
 */
export async function streamRenditions(
  source: FrameSource,
  plan: DerivePlan,
  names: readonly RenditionName[],
  maker: GifMaker,
  job: Job,
  onFrame: (frame: Uint8Array) => Promise<void> | void,
): Promise<void> {
  const { gif, loops } = plan
  const ofCodec = (...codecs: string[]) => names.filter((name) => codecs.includes(renditions[name].codec))
  const stills = names.filter((name) => renditions[name].frames === 'first')
  const moving = names.filter((name) => !stills.includes(name))
  const branches = moving
    .filter((name) => renditions[name].codec !== 'gif')
    .map((name) => branchOf(name, source, plan, job))
  const files: FileHandle[] = []
  const thumbnail = new ThumbnailFrame()
  try {
    const groups = await gifGroups(ofCodec('gif'), source, plan, files, job)
    const start = () => maker.start({ frame: { width: gif.width, height: gif.height }, loops, groups })
    await streamFrames(
      source,
      job,
      async (frame, count) => {
        if (count === 1 && groups.length > 0) start()
        if (stills.length > 0) thumbnail.offer(frame)
        await onFrame(frame)
        if (groups.length > 0) await maker.write(frame)
        job.onProgress(Math.min(1, count / source.frames))
      },
      branches,
    )
    if (groups.length > 0) await maker.finish()
    for (const name of stills) {
      const still = await drawStill(thumbnail.pixels, gif, name, renditionShape(name, gif))
      await writeFile(renditionPath(job, name), still)
    }
    for (const name of moving.filter((each) => renditions[each].codec === 'webp')) {
      const { numbers, frameMs } = framesOfRendition(name, gif)
      const path = renditionPath(job, name)
      await makeAnimated(path, { frames: numbers.length, frameMs, loops }, job)
      if (source.framesMs !== undefined) await endWebpAt(path, renditionMs(name, gif))
    }
  } catch (error) {
    // Before the files are closed, because their descriptors may be reused.
    if (!maker.isIdle) await maker.close()
    throw error
  } finally {
    for (const file of files) await file.close()
  }
}

/** Groups the GIFs for the thread: those that show the same frames in the same way share palettes. */
async function gifGroups(
  names: readonly RenditionName[],
  { framesMs }: FrameSource,
  { from, gif }: DerivePlan,
  files: FileHandle[],
  job: Job,
): Promise<GifGroup[]> {
  const groups = new Map<string, GifGroup>()
  for (const name of names) {
    const { frames, isRougher } = renditions[name]
    const { numbers, frameMs } = framesOfRendition(name, gif)
    const file = await open(renditionPath(job, name), 'w')
    files.push(file)
    const { width, height } = renditionShape(name, gif)
    const output: GifFile = { width, height, descriptor: file.fd, maxFileBytes: maxRenditionBytes }
    const key = `${frames} ${isRougher}`
    const { preset } = from.kind === 'source' && 'gif' in from.plan ? from.plan.gif : defaultGifOptions
    const settings = isRougher ? roughSettings : presetSettings(preset)
    const times = frames === 'all' ? (framesMs ?? frameMs) : frameMs
    const group = groups.get(key) ?? { settings, only: numbers, frameMs: times, files: [] }
    group.files.push(output)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Returns the branch with which ffmpeg makes one of the other files from the frames. */
function branchOf(name: RenditionName, source: FrameSource, { gif, loops }: DerivePlan, job: Job): Branch {
  const { codec } = renditions[name]
  const target = renditionShape(name, gif)
  const file = renditionFile(job, name)
  const chosen = chosenFrames(name, gif)
  if (codec === 'webp') {
    const scale = isFullSize(target, gif) ? [] : [scaleFilters(target, source.hasAlpha)]
    const filters = [...chosen, ...scale].join(',') || 'null'
    const effort = source.hasAlpha ? alphaEffort : defaultEffort
    return { filters, output: webpArgs({ loops, effort }, file) }
  }
  return {
    filters: [...chosen, videoEncoderFilters(source, target)].join(','),
    output: [
      ...ownTimesArgs(source),
      ...(codec === 'vp9' ? webmOutput(file) : mp4Output(['-crf', '22'], file)),
    ],
  }
}

/** Returns the filters that select the frames that a rendition shows, and set their times. */
function chosenFrames(name: RenditionName, gif: DerivePlan['gif']): string[] {
  const { numbers, frameMs } = framesOfRendition(name, gif)
  if (numbers.length === gif.frames) return []
  const { over, under } = renditions[name].frames === 'six' ? { over: 1000, under: frameMs } : rateOf(gif)
  return [
    `select='${numbers.map((number) => `eq(n,${number})`).join('+')}'`,
    `setpts=round(N*${under}/(${over}*TB))`,
  ]
}

function isFullSize(
  target: { width: number; height: number },
  gif: { width: number; height: number },
): boolean {
  return target.width === gif.width && target.height === gif.height
}
