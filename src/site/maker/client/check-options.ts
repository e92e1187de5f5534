import { minSide, readCrop } from './crop.ts'
import { find, inputOf, numberIn } from './elements.ts'
import { type Limits, sidePixels } from './limits.ts'
import { type Playing, playOrder, speeds } from './playing.ts'
import type { Problem } from './problems.ts'
import { readSeconds } from './read-seconds.ts'
import { writeTime } from './words.ts'

type Range = { min: number; max: number; isWhole: boolean }

const loopRange: Range = { min: 0, max: 65_535, isWhole: true }
const bytesRange = { min: 50_000, max: 500_000_000 }
const leastFps = 1

/** Half a millisecond of room, as the service has it. */
const roomSeconds = 0.0005

/** What is asked of a GIF from a video and cannot be. */
export function checkVideoOptions(form: HTMLFormElement, limits: Limits): Problem | null {
  const { maxFps, maxWidth } = limits
  return (
    checkCrop(form) ??
    checkSpeed(form) ??
    checkLength(form, limits) ??
    checkSize(form) ??
    checkNumber(form, 'fps', 'frames a second', { min: leastFps, max: maxFps, isWhole: false }) ??
    checkNumber(form, 'clip_width', 'width', { min: sidePixels.min, max: maxWidth, isWhole: true }) ??
    checkNumber(form, 'loop', 'times it plays', loopRange)
  )
}

/** What is asked of a GIF from so many pictures and cannot be. */
export function checkPictureOptions(
  form: HTMLFormElement,
  count: number,
  { maxPictures }: Limits,
): Problem | null {
  const frames = playOrder(count, playingIn(form)).length
  if (frames > maxPictures) {
    const message = `There and back these are ${frames} frames; ${maxPictures} is the most. Remove some, or let it play one way.`
    return { message, field: 'boomerang' }
  }
  return checkSize(form) ?? checkNumber(form, 'loop', 'times it plays', loopRange)
}

function checkCrop(form: HTMLFormElement): Problem | null {
  const { value } = inputOf(form, 'crop')
  if (value === '') return null
  const crop = readCrop(value)
  if (crop === null)
    return { message: 'The crop needs four whole numbers, or none for the whole picture.', field: 'crop' }
  if (crop.width >= minSide && crop.height >= minSide) return null
  return { message: `The crop must be ${minSide} pixels wide and high at least.`, field: 'crop' }
}

function checkSpeed(form: HTMLFormElement): Problem | null {
  const speed = numberIn(inputOf(form, 'speed'))
  if (speed !== null && speed >= speeds.min && speed <= speeds.max) return null
  return { message: `The speed must be a number from ${speeds.min} to ${speeds.max}.`, field: 'speed' }
}

/** The clip is known to be one, and no longer than is allowed. */
function checkLength(form: HTMLFormElement, { maxClipSeconds }: Limits): Problem | null {
  const [start, end] = [readSeconds(inputOf(form, 'start').value), readSeconds(inputOf(form, 'end').value)]
  const { speed, boomerang } = playingIn(form)
  const once = ((end ?? 0) - (start ?? 0)) / speed
  if (once > maxClipSeconds + roomSeconds) {
    const message = `At this speed the GIF would play for ${writeTime(once)}; ${maxClipSeconds} s is the most. Choose a higher speed or a shorter clip.`
    return { message, field: 'speed' }
  }
  if (boomerang && 2 * once > maxClipSeconds + roomSeconds) {
    const message = `There and back the GIF would play for ${writeTime(2 * once)}; ${maxClipSeconds} s is the most. Choose a shorter clip, or let it play one way.`
    return { message, field: 'boomerang' }
  }
  return null
}

function checkSize(form: HTMLFormElement): Problem | null {
  const { value } = find(form, 'select[name="max_bytes"]', HTMLSelectElement)
  if (value === '' || (Number(value) >= bytesRange.min && Number(value) <= bytesRange.max)) return null
  const [least, most] = [bytesRange.min / 1e6, bytesRange.max / 1e6]
  return { message: `The size limit must be from ${least} to ${most} MB.`, field: 'max_bytes' }
}

/** A number that may be left out. */
function checkNumber(form: HTMLFormElement, field: string, name: string, range: Range): Problem | null {
  const input = inputOf(form, field)
  const value = numberIn(input)
  // What is no number at all has no value here.
  if (value === null && !input.validity.badInput) return null
  const { min, max, isWhole } = range
  if (value !== null && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return null
  return { message: `The ${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`, field }
}

function playingIn(form: HTMLFormElement): Playing {
  return {
    speed: numberIn(inputOf(form, 'speed')) ?? 1,
    reverse: inputOf(form, 'reverse').checked,
    boomerang: inputOf(form, 'boomerang').checked,
  }
}
