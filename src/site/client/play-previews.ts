/** Plays a card's GIF over its still while the pointer or the focus is on it; never for who asked for less motion. */
export function playPreviews(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-preview]')) {
    link.addEventListener('pointerenter', () => start(link))
    link.addEventListener('focus', () => start(link))
    link.addEventListener('pointerleave', () => stop(link))
    link.addEventListener('blur', () => stop(link))
  }
}

function start(link: HTMLAnchorElement): void {
  if (link.querySelector('video') || !link.dataset.preview) return
  const video = document.createElement('video')
  video.src = link.dataset.preview
  video.muted = true
  video.loop = true
  video.playsInline = true
  video.autoplay = true
  link.append(video)
}

function stop(link: HTMLAnchorElement): void {
  const video = link.querySelector('video')
  video?.removeAttribute('src')
  video?.load()
  video?.remove()
}
