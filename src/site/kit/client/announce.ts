let region: HTMLElement | undefined

/** Says something to who listens to the page, when there is a pause. */
export function announce(words: string): void {
  if (!region) {
    region = document.createElement('p')
    region.className = 'unseen'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  region.textContent = words
}
