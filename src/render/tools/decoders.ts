/** The programs of libheif that decode a picture, newer name first. */
export const heifPrograms = ['heif-dec', 'heif-convert'] as const

/** The codecs that are decoded here, by ffmpeg's names, and the decoders of each that may read untrusted input. */
const decoders: Record<string, string[]> = {
  h264: ['h264'],
  hevc: ['hevc'],
  vp8: ['vp8', 'libvpx'],
  vp9: ['vp9', 'libvpx-vp9'],
  av1: ['libdav1d', 'libaom-av1', 'av1'],
  theora: ['theora'],
  mpeg1video: ['mpeg1video'],
  mpeg2video: ['mpeg2video'],
  mpeg4: ['mpeg4'],
  h263: ['h263'],
  flv1: ['flv'],
  vp6: ['vp6'],
  vp6f: ['vp6f'],
  vp6a: ['vp6a'],
  wmv1: ['wmv1'],
  wmv2: ['wmv2'],
  wmv3: ['wmv3'],
  vc1: ['vc1'],
  msmpeg4v1: ['msmpeg4v1'],
  msmpeg4v2: ['msmpeg4v2'],
  msmpeg4v3: ['msmpeg4'],
  mjpeg: ['mjpeg'],
  prores: ['prores'],
  dnxhd: ['dnxhd'],
  ffv1: ['ffv1'],
  qtrle: ['qtrle'],
  gif: ['gif'],
  png: ['png'],
  apng: ['apng'],
}

/**
 * Decoders of sound and subtitles: ffprobe opens one for every stream, and gives up on the whole file if it may not. No
 * such stream is ever decoded for a GIF.
 */
const probedDecoders = [
  ...[
    'aac',
    'aac_fixed',
    'aac_latm',
    'mp3',
    'mp3float',
    'mp2',
    'mp2float',
    'mp1',
    'mp1float',
    'ac3',
    'ac3_fixed',
  ],
  ...[
    'eac3',
    'dca',
    'truehd',
    'mlp',
    'opus',
    'libopus',
    'vorbis',
    'libvorbis',
    'flac',
    'alac',
    'speex',
    'libspeex',
  ],
  ...['amrnb', 'amrwb', 'libopencore_amrnb', 'libopencore_amrwb', 'qcelp', 'evrc'],
  ...['wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice', 'nellymoser', 'adpcm_swf'],
  ...['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_alaw', 'pcm_mulaw', 'pcm_bluray', 'pcm_dvd', 'gsm', 'gsm_ms', 'libgsm'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_g722', 'qdm2', 'mace3', 'mace6'],
  ...['mov_text', 'subrip', 'srt', 'ssa', 'ass', 'webvtt', 'text', 'dvdsub', 'dvbsub', 'pgssub', 'cc_dec'],
]

/** Returns true if a video of this codec, by ffmpeg's name, is decoded here at all. */
export function isDecodable(codec: string): boolean {
  return Object.hasOwn(decoders, codec)
}

/** Returns the arguments that allow only the decoders of one codec; without one, all that a probe may need. */
export function allowedDecoders(codec?: string): string[] {
  const names = codec === undefined ? [...Object.values(decoders).flat(), ...probedDecoders] : decoders[codec]
  return ['-codec_whitelist', (names ?? []).join(',')]
}

/**
 * Returns the arguments that choose the decoder; [] for ffmpeg's choice. Only libvpx reads the alpha of VP8 and VP9.
 */
export function decoderArgs(codec: string, hasAlpha: boolean): string[] {
  if (hasAlpha && codec === 'vp8') return ['-c:v', 'libvpx']
  if (hasAlpha && codec === 'vp9') return ['-c:v', 'libvpx-vp9']
  return []
}
