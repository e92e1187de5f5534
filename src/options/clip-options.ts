import { defaultsOf, type OptionTable, type OptionValues } from './option.ts'
import { defaultWidth, frameMs, maxFormatSide, sidePixels } from './format-limits.ts'
import { cropMustBe } from './rules/crop.ts'
import { speedProblem } from './rules/gif-length.ts'
import { serverText } from './server-text.ts'

/** The highest rate by default. */
const defaultFps = 15

/** The part of a video that becomes the GIF. */
export const windowOptions = {
  startSeconds: {
    type: 'time',
    name: 'start',
    label: 'Start',
    description: serverText('The start of the clip in seconds.'),
    required: true,
    min: 0,
    max: Infinity,
    formatLimits: { min: 0, max: Infinity },
    default: 0,
    unit: 'time',
  },
  endSeconds: {
    type: 'time',
    name: 'end',
    label: 'End',
    description: serverText('The end of the clip in seconds, at most the end of the video.'),
    required: true,
    min: 0,
    max: Infinity,
    formatLimits: { min: 0, max: Infinity },
    default: 5,
    unit: 'time',
  },
} as const satisfies OptionTable

/** The options of a GIF from a video. */
export const clipOptions = {
  speed: {
    type: 'number',
    name: 'speed',
    label: 'Speed',
    help: serverText('1 is normal speed.'),
    description: serverText('Playback speed; 2 is twice as fast and makes the GIF half as long.'),
    group: 'playback',
    min: 0.25,
    max: 4,
    formatLimits: { min: 0.1, max: 100 },
    default: 1,
    unit: 'factor',
    suggestions: [
      { value: 0.5, label: '½×' },
      { value: 1, label: '1×' },
      { value: 1.5, label: '1½×' },
      { value: 2, label: '2×' },
    ],
    check: speedProblem,
    gifSeconds: (seconds, speed) => seconds / speed,
  },
  crop: {
    type: 'crop',
    name: 'crop',
    label: 'Crop',
    help: serverText('Left, top, width and height in pixels, with commas. Leave empty to keep everything.'),
    description: serverText(
      'The part of the picture to keep: ',
      cropMustBe,
      '. Counted in pixels of the displayed video, from its upper left corner.',
    ),
    default: null,
  },
  fps: {
    type: 'number',
    name: 'fps',
    label: 'Frames per second',
    help: ({ max }) => `Up to ${max}. More is smoother, and larger.`,
    description: serverText(
      'Frames per second. Default: ',
      defaultFps,
      ', or the video’s rate or the limit if that is lower. Animated pictures keep all their frames.',
    ),
    min: 1,
    max: 'maxFps',
    formatLimits: { min: 0.1, max: 1000 / frameMs.min },
    default: null,
    typical: defaultFps,
    unit: 'number',
  },
  width: {
    type: 'whole',
    name: 'width',
    formName: 'clip_width',
    label: 'GIF width',
    help: ({ max }) => `Up to ${max} pixels, never wider than the video.`,
    description: serverText(
      'Width of the GIF in pixels; videos are never scaled up. Default: ',
      defaultWidth,
      ', or the video’s width or the limit if that is less.',
    ),
    min: sidePixels.min,
    max: 'maxWidth',
    formatLimits: { min: 1, max: maxFormatSide },
    default: null,
    typical: defaultWidth,
    unit: 'pixels',
  },
  autoLoop: {
    type: 'flag',
    name: 'auto_loop',
    label: 'Find the best loop',
    help: serverText('Uses the part of the clip that loops most smoothly.'),
    description: serverText('Uses the part of the clip that loops with the least visible seam.'),
    group: 'playback',
    default: false,
  },
  fade: {
    type: 'number',
    name: 'fade',
    label: 'Cross-fade (seconds)',
    help: serverText('Blends the end into the start.'),
    description: serverText(
      'Seconds of cross-fade from the end to the start, for a smoother loop. The GIF gets shorter by that time.',
    ),
    min: 0,
    max: 2,
    formatLimits: { min: 0, max: 2 },
    default: 0,
    unit: 'seconds',
    placeholder: 'None',
    check: (fade, { clip }) => {
      if (clip === null || fade <= clip.seconds / clip.speed / 2) return null
      const fits = Math.floor((clip.seconds / clip.speed) * 50) / 100
      return `The \`fade\` may be at most half of the GIF, which is ${fits} seconds here.`
    },
    gifSeconds: (seconds, fade) => seconds - fade,
  },
} as const satisfies OptionTable

export type ClipOptions = OptionValues<typeof clipOptions>

export const defaultClipOptions: ClipOptions = defaultsOf(clipOptions)
