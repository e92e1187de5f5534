/** What this browser remembers of what was made here is nobody else's who uses it after signing out. */
export function forgetAtSignOut(): void {
  document.querySelector('form[data-sign-out]')?.addEventListener('submit', () => {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith('gifwright.')) storage.removeItem(key)
    }
  })
}
