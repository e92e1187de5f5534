import { inputOf, numberIn } from '../../elements.ts'
import type { Span } from '../layer-time.ts'

/** The seconds along which layers are shown: what is seen of the source, and the part of it that becomes the GIF. */
export type SourceTimes = { view: Span; clip: Span }

/** The times of a video, as its timeline tells them; null where there is no timeline. */
export function timesOfVideo(timeline: HTMLElement): SourceTimes | null {
  const numbers = (timeline.dataset.times ?? '').split(' ').map(Number)
  const [start, end, from, to] = numbers
  if (timeline.hidden || start === undefined || end === undefined || from === undefined || to === undefined)
    return null
  return { view: { start, end }, clip: { start: from, end: to } }
}

/** The times of an animation of so many pictures; null without pictures. */
export function timesOfPictures(form: HTMLFormElement, count: number): SourceTimes | null {
  const delay = numberIn(inputOf(form, 'delay'))
  if (count === 0 || delay === null || delay <= 0) return null
  const whole = { start: 0, end: (count * delay) / 1000 }
  return { view: whole, clip: whole }
}
