/**
 * Returns a function that starts a resource on its first call and returns it on every call. Each call gets its own promise:
 * Node's test runner attributes code that awaits a promise to the suite that created it.
 */
export function shareStart<Started>(start: () => Promise<Started>): () => Promise<Started> {
  let started: Promise<Started> | undefined
  return () => {
    started ??= start()
    return new Promise((resolve, reject) => void started?.then(resolve, reject))
  }
}
