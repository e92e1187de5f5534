/** Removes what this browser stored about the account when its user signs out, as others may use the browser next. */
export function clearStorageOnSignOut(): void {
  document.querySelector('form[data-sign-out]')?.addEventListener('submit', () => {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith('gifwright.')) storage.removeItem(key)
    }
  })
}
