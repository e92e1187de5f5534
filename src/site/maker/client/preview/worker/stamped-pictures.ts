import type { Picture } from '../../../../../gif/scale/picture.ts'
import type { StoredSize } from '../../../../../options/rules/shown-size.ts'

/** Pictures that each have a time: a video or an animation. */
export type StampedPictures = {
  size: StoredSize
  /** Whether pictures are mirrored after they were turned upright. */
  isFlipped: boolean
  durationSeconds: number
  /** Whether they are an animated picture, which keeps its times where no rate is asked for. */
  isAnimatedPicture?: boolean
  /** The times of the pictures that are shown between two moments, in seconds from the beginning, in order. */
  stamps: (fromSeconds: number, toSeconds: number) => Promise<number[]>
  /** The pictures with these times, which ascend. Throws an Error where one cannot be decoded. */
  pictures: (stamps: readonly number[]) => AsyncIterable<{ stamp: number; picture: Picture }>
  close: () => void
}
