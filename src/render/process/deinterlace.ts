import { exactFlags } from '../tools/ffmpeg-args.ts'
import type { FilterStep } from './step.ts'

/** Makes whole frames of those that are flagged as two fields; all others pass unchanged. */
export const deinterlace: FilterStep = ({ facts: { isInterlaced, rotationDegrees, width, height } }) =>
  isInterlaced && rotationDegrees === 0
    ? // A video may change its size midway, which bwdif does not support.
      [`scale=${width}:${height}:flags=${exactFlags}`, 'bwdif=mode=send_frame:deint=interlaced']
    : []
