const fps = 30

/**
 * What the video shows as in a mirror, as a stream of its own; `close` ends it. The video must play.
 */
export function mirroredStream(video: HTMLVideoElement): { stream: MediaStream; close: () => void } {
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
