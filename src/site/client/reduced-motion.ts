/**
 * The video of a GIF's page has no source for who asked the system for less motion. Here it gets one again, paused
 * and with controls, so that it moves when he says so.
 */
export function respectReducedMotion(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const video of document.querySelectorAll<HTMLVideoElement>('.stage video')) {
    const source = video.querySelector('source')
    if (!source) continue
    video.autoplay = false
    video.preload = 'none'
    video.controls = true
    video.src = source.src
  }
}
