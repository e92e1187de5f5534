declare global {
  interface ImportMeta {
    /** True in the browser bundles, where the bundler sets it. */
    readonly inBrowser?: true
  }
}

/**
 * Returns a text that only the server shows, optionally with a value in it. In the browser's scripts it is undefined:
 * there the body is empty, and the bundler drops calls of empty functions with their texts, unless they have rest
 * parameters.
 */
export function serverText(before: string, value?: string | number, after?: string): string
// oxlint-disable-next-line typescript/consistent-return
export function serverText(before: string, value?: string | number, after?: string): string | undefined {
  if (!import.meta.inBrowser) return `${before}${value ?? ''}${after ?? ''}`
}
