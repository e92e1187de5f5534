/** The address of a module that the page loads once it is needed: for `import()`, or for `new Worker(address, { type: 'module' })`. */
export function moduleAddress(name: string): string {
  const addresses = JSON.parse(document.body.dataset.modules ?? '{}') as Record<string, string | undefined>
  const address = addresses[name]
  if (address === undefined) throw new Error(`the page has no module ${name}`)
  return address
}
