import { kitTexts } from '../../messages/client/kit.ts'
import { mayPlay } from './motion.ts'

const settleMs = 1000

/** The large GIF of a page: it can be paused, and where its video does not play, the GIF itself is shown. */
export function setStage(): void {
  for (const stage of document.querySelectorAll<HTMLElement>('.stage')) {
    const video = stage.querySelector('video')
    const source = video?.querySelector('source')
    if (!video || !source) continue
    if (!mayPlay()) {
      playOnDemand(video, source.src)
      continue
    }
    offerPause(stage, video)
    if (stage instanceof HTMLDetailsElement) playWhenOpen(stage, video)
    source.addEventListener('error', () => showPicture(stage, video))
    showPictureWithoutSource(stage, video)
  }
}

/**
 * Its source may have failed before there was a listener. A video that is only about to choose its source says the same
 * for a moment; and asked to load again, it would fetch what it is to wait with.
 */
function showPictureWithoutSource(stage: HTMLElement, video: HTMLVideoElement): void {
  const hasNone = () => video.isConnected && video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
  if (hasNone()) setTimeout(() => hasNone() && showPicture(stage, video), settleMs)
}

/** For who asked for less motion the video has no source. It gets one again, paused and with controls. */
function playOnDemand(video: HTMLVideoElement, address: string): void {
  video.autoplay = false
  video.pause()
  video.preload = 'none'
  video.controls = true
  video.src = address
}

/** One that is veiled is not even fetched before it is shown. */
function playWhenOpen(veil: HTMLDetailsElement, video: HTMLVideoElement): void {
  video.controls = false
  veil.addEventListener('toggle', () => {
    if (veil.open) void video.play().catch(() => (video.controls = true))
    else video.pause()
  })
}

function offerPause(stage: HTMLElement, video: HTMLVideoElement): void {
  const button = stage.querySelector<HTMLButtonElement>('[data-pause]')
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

function showPicture(stage: HTMLElement, video: HTMLVideoElement): void {
  const picture = document.createElement('img')
  picture.src = video.dataset.gif ?? video.poster
  picture.alt = video.getAttribute('aria-label') ?? ''
  picture.width = video.width
  picture.height = video.height
  video.replaceWith(picture)
  stage.querySelector('[data-pause]')?.remove()
}
