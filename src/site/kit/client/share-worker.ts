/** Registers the worker that takes what is shared with the site, once the site is installed; nobody else needs it. */
export function registerShareWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (matchMedia('(display-mode: standalone)').matches) void register()
  addEventListener('appinstalled', () => void register())
}

async function register(): Promise<void> {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href
  if (manifest === undefined) return
  const [script, scope] = [new URL('share-worker.js', manifest), new URL('share', manifest)]
  // Without it sharing leads to the maker all the same, without what was shared.
  await navigator.serviceWorker.register(script, { scope: scope.pathname }).catch(() => undefined)
}
