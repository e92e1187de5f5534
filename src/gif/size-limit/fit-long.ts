import { ChangeProfile } from './change-profile.ts'
import type { EncodeProgress } from './encode-progress.ts'
import { encodeFrames, type Frames } from '../encode/encode-frames.ts'
import { settingsAt } from './quality-scale.ts'
import { predictSizes, sampledFrames } from './predict-frame-sizes.ts'
import { SizeControl } from './level-controller.ts'
import { SizeModel } from './size-model.ts'
import { guessedLeast, shrunkLevel, type SizeResult, type SizeTarget, tooLarge } from './size-result.ts'

/** The part of the limit that is aimed at, attempt by attempt: what is left is for what cannot be foreseen. */
const aims = [0.97, 0.94, 0.88] as const
/** A level is tried before it is used where it is further than this from one that was. */
const farLevels = 0.25
/** What is foretold at the strongest level may be this much over the limit and yet fit. */
const doubt = 1.12

/** A longer clip is sampled, and then encoded in one go at a level that moves with what it takes. */
export function fitLong(frames: Frames, target: SizeTarget, progress: EncodeProgress): SizeResult {
  const { count } = frames
  const { maxBytes, preset, loops } = target
  const model = foretell(frames, target, progress)
  for (const [attempt, aim] of aims.entries()) {
    const isWorthTrying = attempt === 0 && model.bytesOf(0, count, 1) < maxBytes * doubt
    const level = model.levelFor(0, count, maxBytes * aim) ?? (isWorthTrying ? 1 : undefined)
    if (level === undefined) break
    if (attempt > 0) target.restart()
    progress.foresee(count)
    const control = new SizeControl(model, { count, maxBytes, aim }, level)
    const settings = settingsAt(preset, level)
    let bytes = 0
    const sizes = encodeFrames(frames, {
      ...{ first: 0, end: count, loops, settings },
      write: (part) => {
        bytes += part.length
        if (bytes <= maxBytes) target.write(part)
      },
      onFrame: (written, bytes) => {
        progress.next()
        const mayFit = control.measure(written, bytes)
        Object.assign(settings, settingsAt(preset, control.level))
        return mayFit
      },
    })
    if (sizes !== undefined && bytes <= maxBytes) return { fits: true, bytes, level: control.meanLevel }
    if (sizes !== undefined) control.measure(count, bytes)
    control.teach()
  }
  target.restart()
  return tooLarge(frames, target, model.bytesOf(0, count, shrunkLevel))
}

/** What the frames take at the preset's level and at those that may be needed, from samples. */
function foretell(frames: Frames, { preset, maxBytes }: SizeTarget, progress: EncodeProgress): SizeModel {
  const profile = new ChangeProfile(frames)
  const model = new SizeModel()
  const tried: number[] = []
  const wantedLevel = () => model.levelFor(0, frames.count, maxBytes * aims[0]) ?? 1
  const sample = (level: number) => {
    progress.foresee(sampledFrames(frames.count) * (tried.length === 0 ? 2 : 1) + frames.count)
    const sizes = predictSizes(frames, settingsAt(preset, level), profile, () => progress.next())
    if (!tried.includes(1)) model.forget(1)
    model.learn(level, sizes)
    tried.push(level)
    return sizes
  }
  const natural = sample(0)
  if (wantedLevel() === 0) return model
  model.learn(
    1,
    natural.map((bytes) => bytes * guessedLeast),
  )
  sample(wantedLevel())
  const wanted = wantedLevel()
  if (tried.every((level) => Math.abs(level - wanted) > farLevels)) sample(wanted)
  return model
}
