import { listChoices, type TextOf } from './sentence.ts'

/** The English sentences of errors about the options of a GIF. */
export const ruleSentences = {
  boomerangTooLong: ({ seconds, max, fits }: { seconds: number; max: number; fits: number }) =>
    `With \`boomerang\` the GIF would be ${seconds} seconds long, and it may be at most ${max}; choose a clip of at most ${fits} seconds, or turn \`boomerang\` off.`,
  boomerangTooManyFrames: ({ frames, max, fits }: { frames: number; max: number; fits: number }) =>
    `With \`boomerang\` these are ${frames} frames, and a GIF may have at most ${max}; choose at most ${fits} pictures, or turn \`boomerang\` off.`,
  clipOverLimit: ({ max }: { max: number }) =>
    `The clip may be at most ${max} seconds long; choose an earlier \`end\`.`,
  endBeforeStart: '`end` must be greater than `start`.',
  fadeTooLong: ({ seconds }: { seconds: number }) =>
    `The \`fade\` may be at most half of the GIF, which is ${seconds} seconds here.`,
  frameNotThere: ({ frame, frames }: { frame: number; frames: number }) =>
    `\`frames\` names frame ${frame}, and the animation has ${frames}.`,
  mustBeChoice: ({ name, choices }: { name: string; choices: string }) =>
    `\`${name}\` must be ${listChoices(choices, 'or')}.`,
  mustBeCrop: ({ name, min }: { name: string; min: number }) =>
    `\`${name}\` must be "x,y,width,height" in whole pixels, such as "0,40,320,180", width and height at least ${min}.`,
  mustBeFlag: ({ name }: { name: string }) => `\`${name}\` must be 0 or 1.`,
  mustBeNumber: ({ name, min, max }: { name: string; min: number; max: number }) =>
    `\`${name}\` must be a number from ${min} to ${max}.`,
  mustBeNumberFrom: ({ name, min }: { name: string; min: number }) =>
    `\`${name}\` must be a number, at least ${min}.`,
  mustBeSides: ({ name, min }: { name: string; min: number }) =>
    `\`${name}\` must be left, top, width and height in whole pixels, width and height at least ${min}.`,
  mustBeSize: ({ name, min, max }: { name: string; min: number; max: number }) =>
    `\`${name}\` must be a size from ${min} to ${max} MB.`,
  mustBeTime: ({ name }: { name: string }) => `\`${name}\` must be a time such as 12.5 or 1:05.`,
  mustBeWhole: ({ name, min, max }: { name: string; min: number; max: number }) =>
    `\`${name}\` must be a whole number from ${min} to ${max}.`,
  noFrameBetween: 'None of the `frames` is between `start` and `end`; choose others.',
  sizeLimit: ({
    maxBytes,
    width,
    height,
    about,
  }: {
    maxBytes: number
    width: number
    height: number
    about: number
  }) =>
    `The GIF does not fit into ${maxBytes} bytes: even of ${width} x ${height} pixels it takes about ${about}. Allow it more, or take a shorter clip or fewer frames.`,
  speedTooLow: ({ seconds, max, min }: { seconds: number; max: number; min: number }) =>
    `At this \`speed\` the GIF would be ${seconds} seconds long, and it may be at most ${max}; choose a \`speed\` of at least ${min}, or an earlier \`end\`.`,
  startBehindEnd: ({ seconds }: { seconds: number }) =>
    `\`start\` must be before the end of the animation, at ${seconds} seconds.`,
  tooManyFrames: ({ field, max }: { field: string; max: number }) =>
    `With \`${field}\` the GIF would have more than ${max} frames; choose fewer.`,
}

/** The text of an error about a rule for options. */
export type RuleText = TextOf<typeof ruleSentences>
