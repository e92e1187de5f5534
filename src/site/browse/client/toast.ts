/** Shows a text at the bottom of the window, hidden from screen readers. Returns a function that removes it. */
export function showToast(text: string): () => void {
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.setAttribute('aria-hidden', 'true')
  toast.textContent = text
  document.body.append(toast)
  return () => toast.remove()
}
