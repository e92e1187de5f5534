import { kitTexts } from '#texts/kit.ts'
import { mayPlay, onMotionChange } from './motion.ts'

/** Makes the image of a GIF pausable: it shows its still meanwhile, and at first where nothing may play by itself. */
export function startImage(player: HTMLElement, image: HTMLImageElement, isPlaying = mayPlay()): void {
  const { image: file = '', still = '' } = image.dataset
  const button = player.querySelector<HTMLButtonElement>('[data-pause]')

  function show(): void {
    const address = isPlaying ? file : still
    if (image.src !== address) image.src = address
    // What it says goes before the address of the image.
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

/** Puts the GIF in the place of its video, playing: somebody asked for it, or the video does not play. */
export function showImage(player: HTMLElement, video: HTMLVideoElement): void {
  const image = document.createElement('img')
  image.src = video.dataset.gif ?? video.poster
  image.alt = video.getAttribute('aria-label') ?? ''
  image.width = video.width
  image.height = video.height
  Object.assign(image.dataset, { image: image.src, still: video.poster })
  video.replaceWith(image)
  player.querySelector('[data-show-gif]')?.remove()
  // Without what it did for the video.
  const button = player.querySelector('[data-pause]')
  button?.replaceWith(button.cloneNode(true))
  startImage(player, image, true)
}

/** The still below it is the first that is seen, and not needed any more then. */
function removeWhenLoaded(still: Element | null, image: HTMLImageElement): void {
  if (!still) return
  if (image.complete && image.naturalWidth > 0) still.remove()
  else image.addEventListener('load', () => still.remove(), { once: true })
}
