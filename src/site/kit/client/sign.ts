/** Shows words over the foot of the window, for who sees the page only. Gives what takes them away. */
export function showSign(words: string): () => void {
  const sign = document.createElement('p')
  sign.className = 'sign'
  sign.setAttribute('aria-hidden', 'true')
  sign.textContent = words
  document.body.append(sign)
  return () => sign.remove()
}
