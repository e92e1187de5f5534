import { type OtherFormat, otherFormats } from './convert/messages.ts'

/** Any encoder of a browser takes one of these; which, the worker finds out, with the level that the size needs. */
const videoCodecs = ['avc1.640028', 'vp09.00.40.08', 'av01.0.08M.08']

const able = new Map<OtherFormat, Promise<boolean>>()

/** The formats that this browser can encode. */
export async function encodableFormats(): Promise<OtherFormat[]> {
  const answers = await Promise.all(
    otherFormats.map((format) => {
      const known = able.get(format) ?? (format === 'mp4' ? canEncodeVideo() : canEncodeWebp())
      able.set(format, known)
      return known
    }),
  )
  return otherFormats.filter((_, index) => answers[index])
}

async function canEncodeVideo(): Promise<boolean> {
  // Browsers have it on secure pages only.
  if (!('VideoEncoder' in self)) return false
  for (const codec of videoCodecs) {
    const config = { codec, width: 320, height: 240, bitrate: 500_000 }
    const isSupported = await VideoEncoder.isConfigSupported(config).then(
      ({ supported }) => supported === true,
      () => false,
    )
    if (isSupported) return true
  }
  return false
}

/** Browsers without an encoder give a PNG instead. */
async function canEncodeWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1)
  if (canvas.getContext('2d') === null) return false
  return (await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp'
}
