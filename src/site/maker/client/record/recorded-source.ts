import { recordTexts } from '#texts/record.ts'

export type RecordingKind = 'screen' | 'camera'

/** What can be recorded at most: more would only be made smaller. */
const maxSide = { width: 1920, height: 1080 }
const maxFps = 30

/** Asks for what is recorded; without sound, as a GIF has none. Rejects where the person or the browser refuses. */
export function openRecordedSource(kind: RecordingKind): Promise<MediaStream> {
  const video = {
    width: { max: maxSide.width },
    height: { max: maxSide.height },
    frameRate: { max: maxFps },
  }
  if (kind === 'screen') return navigator.mediaDevices.getDisplayMedia({ video, audio: false })
  return navigator.mediaDevices.getUserMedia({
    video: {
      width: { ideal: 1280, ...video.width },
      height: { ideal: 720, ...video.height },
      frameRate: video.frameRate,
    },
    audio: false,
  })
}

export function closeRecordedSource(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Why nothing can be recorded, as a sentence that says what to do next. */
export function refusalOf(kind: RecordingKind, error: unknown): string {
  // WebKit's OverconstrainedError is no DOMException.
  const name = error instanceof Object && 'name' in error ? error.name : ''
  const texts = recordTexts.errors
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return kind === 'screen' ? texts.screenRefused : texts.cameraRefused
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return kind === 'screen' ? texts.noScreen : texts.noCamera
  if (name === 'NotReadableError' || name === 'AbortError') return texts.inUse
  return texts.unknown
}
