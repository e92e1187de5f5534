/** The codecs whose decoders may see a stranger's bytes. */
const codecs = new Set([
  ...[
    'h264',
    'hevc',
    'vp8',
    'vp9',
    'av1',
    'mpeg1video',
    'mpeg2video',
    'mpeg4',
    'msmpeg4v2',
    'msmpeg4v3',
    'h263',
  ],
  ...['theora', 'mjpeg', 'prores', 'dnxhd', 'ffv1', 'qtrle', 'gif', 'png'],
])

/** Whether a video of this codec, by ffmpeg's name for it, is decoded here at all. */
export function isDecodable(codec: string): boolean {
  return codecs.has(codec)
}

/** The words that choose the decoder. Only libvpx reads the alpha channel of VP8 and VP9; empty: ffmpeg's own choice. */
export function decoderArgs(codec: string, hasAlpha: boolean): string[] {
  if (hasAlpha && codec === 'vp8') return ['-c:v', 'libvpx']
  if (hasAlpha && codec === 'vp9') return ['-c:v', 'libvpx-vp9']
  return []
}
