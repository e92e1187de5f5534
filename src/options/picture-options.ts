import { defaultWidth, frameMs, maxFormatSide, sidePixels } from './format-limits.ts'
import type { OptionTable } from './option.ts'
import { serverText } from './server-text.ts'

/** The options of a GIF from pictures. */
export const pictureOptions = {
  delayMs: {
    type: 'whole',
    name: 'delay',
    label: 'Time per picture (ms)',
    description: serverText('The time each picture is shown, in milliseconds.'),
    min: 100,
    max: 1000,
    formatLimits: frameMs,
    default: 200,
    unit: 'ms',
    step: 10,
  },
  width: {
    type: 'whole',
    name: 'width',
    label: 'Width',
    description: serverText('Width of the GIF in pixels.'),
    required: true,
    ...sidePixels,
    formatLimits: { min: 1, max: maxFormatSide },
    default: defaultWidth,
    unit: 'pixels',
  },
  height: {
    type: 'whole',
    name: 'height',
    label: 'Height',
    description: serverText('Height of the GIF in pixels.'),
    required: true,
    ...sidePixels,
    formatLimits: { min: 1, max: maxFormatSide },
    default: 360,
    unit: 'pixels',
  },
  resize: {
    type: 'flag',
    name: 'resize',
    label: 'Fit each picture into the frame',
    help: serverText('If off, pictures are cropped or padded with black instead.'),
    description: serverText('1 scales each picture to fit the GIF; 0 crops or pads it without scaling.'),
    required: true,
    default: true,
  },
} as const satisfies OptionTable

/** The fewest pictures of a GIF. */
export const minPictures = 2
