/** Makes whole frames of those that are flagged as two fields; all others pass as they are. */
export const deinterlace = 'bwdif=mode=send_frame:deint=interlaced'
