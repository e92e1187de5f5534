/**
 * The flags of every scaler of ffmpeg: each pixel has a color of its own, and sums are rounded to the nearest. Without
 * them, colors are off by up to two levels of 255.
 */
export const exactFlags = 'bicubic+accurate_rnd+full_chroma_int+full_chroma_inp'
