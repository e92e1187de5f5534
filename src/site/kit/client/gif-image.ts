import { kitTexts } from '#texts/kit.ts'
import { mayPlay, onMotionChange } from './motion.ts'

/** Makes the image of a GIF pausable. It shows its still while paused, and at first if autoplay is not allowed. */
export function startImage(player: HTMLElement, image: HTMLImageElement, isPlaying = mayPlay()): void {
  const { image: file = '', still = '' } = image.dataset
  const button = player.querySelector<HTMLButtonElement>('[data-pause]')

  function show(): void {
    const address = isPlaying ? file : still
    if (image.src !== address) image.src = address
    // A source would take precedence over the address of the image.
    player.querySelector('picture > source')?.remove()
    if (button) button.textContent = isPlaying ? kitTexts.pause : kitTexts.play
  }

  player.querySelector('[data-play-file]')?.remove()
  if (button) {
    button.hidden = false
    button.addEventListener('click', () => {
      isPlaying = !isPlaying
      show()
    })
  }
  onMotionChange(() => {
    isPlaying = mayPlay()
    show()
  })
  removeWhenLoaded(player.querySelector('.gif-player__still'), image)
  show()
}

/** Replaces the video with the playing GIF, on request or if the video does not play. */
export function showImage(player: HTMLElement, video: HTMLVideoElement): void {
  const image = document.createElement('img')
  image.src = video.dataset.gif ?? video.poster
  image.alt = video.getAttribute('aria-label') ?? ''
  image.width = video.width
  image.height = video.height
  Object.assign(image.dataset, { image: image.src, still: video.poster })
  video.replaceWith(image)
  player.querySelector('[data-show-gif]')?.remove()
  // Drops the listeners that belong to the video.
  const button = player.querySelector('[data-pause]')
  button?.replaceWith(button.cloneNode(true))
  startImage(player, image, true)
}

/** Removes the still, which is visible first, once the image is loaded. */
function removeWhenLoaded(still: Element | null, image: HTMLImageElement): void {
  if (!still) return
  if (image.complete && image.naturalWidth > 0) still.remove()
  else image.addEventListener('load', () => still.remove(), { once: true })
}
