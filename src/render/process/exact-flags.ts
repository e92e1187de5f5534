/**
 * The flags of every ffmpeg scaler: full chroma resolution, and sums rounded to the nearest. Without them, colors are
 * off by up to two levels of 255.
 */
export const exactFlags = 'bicubic+accurate_rnd+full_chroma_int+full_chroma_inp'
