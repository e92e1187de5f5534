import { kitTexts } from '#texts/kit.ts'
import { showImage, startImage } from './gif-image.ts'
import { mayPlay } from './motion.ts'

const noSourceDelayMs = 1000

/** Makes the players of the page pausable, and shows the GIF if its video does not play. */
export function startPlayers(): void {
  for (const player of document.querySelectorAll<HTMLElement>('.gif-player')) {
    const image = player.querySelector<HTMLImageElement>('img[data-image]')
    if (image) startImage(player, image)
    const video = player.querySelector('video')
    const source = video?.querySelector('source')
    if (!video || !source) continue
    offerGif(player, video)
    if (!mayPlay()) {
      playOnDemand(video, source.src)
      continue
    }
    offerPause(player, video)
    if (player instanceof HTMLDetailsElement) playWhenOpen(player, video)
    source.addEventListener('error', () => showImage(player, video))
    showPictureWithoutSource(player, video)
  }
}

/**
 * Shows the GIF if the video has no working source. The source may have failed before the listener was added. A video
 * that is still choosing its source briefly looks the same, so the state is checked twice; `load()` would fetch a video
 * that must wait.
 */
function showPictureWithoutSource(player: HTMLElement, video: HTMLVideoElement): void {
  const hasNone = () => video.isConnected && video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
  if (hasNone()) setTimeout(() => hasNone() && showImage(player, video), noSourceDelayMs)
}

/** Restores the source of a video, which it lacks with reduced motion: paused, with controls. */
function playOnDemand(video: HTMLVideoElement, address: string): void {
  video.autoplay = false
  video.pause()
  video.preload = 'none'
  video.controls = true
  video.src = address
}

/** Loads the video behind a spoiler only when it is opened. */
function playWhenOpen(spoiler: HTMLDetailsElement, video: HTMLVideoElement): void {
  video.controls = false
  spoiler.addEventListener('toggle', () => {
    if (spoiler.open) void video.play().catch(() => (video.controls = true))
    else video.pause()
  })
}

/** Offers to show the GIF itself. */
function offerGif(player: HTMLElement, video: HTMLVideoElement): void {
  const link = player.querySelector<HTMLAnchorElement>('a[data-show-gif]')
  link?.addEventListener('click', (event) => {
    event.preventDefault()
    showImage(player, video)
  })
}

function offerPause(player: HTMLElement, video: HTMLVideoElement): void {
  const button = player.querySelector<HTMLButtonElement>('[data-pause]')
  if (!button) return
  const show = () => {
    button.textContent = video.paused ? kitTexts.play : kitTexts.pause
  }
  const toggle = () => {
    if (video.paused) void video.play().catch(show)
    else video.pause()
  }
  button.hidden = false
  button.addEventListener('click', toggle)
  video.addEventListener('click', toggle)
  video.addEventListener('play', show)
  video.addEventListener('pause', show)
  show()
}
