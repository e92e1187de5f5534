import { recordTexts } from '#texts/record.ts'
import { Recorder, type RecordingLimits } from './recorder.ts'
import { RecordingPanel } from './recording-panel.ts'
import { closeRecordedSource, openRecordedSource, type RecordingKind, refusalOf } from './recorded-source.ts'

const fps = 30

/**
 * What the video shows as in a mirror, as a stream of its own; `close` ends it. The video must play.
 */
function mirroredStream(video: HTMLVideoElement): { stream: MediaStream; close: () => void } {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  let frame = 0
  const draw = () => {
    context?.setTransform(-1, 0, 0, 1, canvas.width, 0)
    context?.drawImage(video, 0, 0)
    frame = requestAnimationFrame(draw)
  }
  draw()
  const stream = canvas.captureStream(fps)
  return {
    stream,
    close: () => {
      cancelAnimationFrame(frame)
      for (const track of stream.getTracks()) track.stop()
    },
  }
}

/** `recording`: a file that can be used like one that was chosen; null: the person changed their mind. */
export type RecordingResult = { recording: File | null } | { problem: string }

/**
 * Records the screen, a window or the camera in `root`, until the person stops. The recording stays in the browser: it is
 * a file like one that was chosen.
 */
export async function record(
  root: HTMLElement,
  kind: RecordingKind,
  limits: RecordingLimits,
): Promise<RecordingResult> {
  let source: MediaStream
  try {
    source = await openRecordedSource(kind)
  } catch (error) {
    return { problem: refusalOf(kind, error) }
  }
  const panel = new RecordingPanel(root, kind, limits.maxSeconds)
  try {
    await panel.show(source)
    if (kind === 'camera' && (await panel.countDown()) === 'cancelled') return { recording: null }
    return await recordUntilStopped(panel, source, limits)
  } catch {
    return { problem: recordTexts.errors.unknown }
  } finally {
    panel.close()
    closeRecordedSource(source)
  }
}

async function recordUntilStopped(
  panel: RecordingPanel,
  source: MediaStream,
  limits: RecordingLimits,
): Promise<RecordingResult> {
  const mirrored = panel.isMirrored ? mirroredStream(panel.video) : null
  try {
    return await new Promise((resolve) => {
      const recorder = new Recorder(mirrored?.stream ?? source, limits, {
        elapsed: (seconds) => panel.showElapsed(seconds),
        done: (recording) => {
          if (recording.size === 0) resolve({ problem: recordTexts.errors.empty })
          else resolve({ recording: fileOf(recording, panel.kind) })
        },
      })
      // A screen that is no longer shared, or a camera that was unplugged.
      for (const track of source.getTracks()) track.addEventListener('ended', () => recorder.stop())
      panel.onStop(() => recorder.stop())
      panel.onCancel(() => {
        resolve({ recording: null })
        recorder.stop()
      })
      recorder.start()
    })
  } finally {
    mirrored?.close()
  }
}

function fileOf(recording: Blob, kind: RecordingKind): File {
  const extension = recording.type === 'video/mp4' ? 'mp4' : 'webm'
  return new File([recording], `${recordTexts.names[kind]}.${extension}`, { type: recording.type })
}
