/** Bundled as text: `kit/assets/assets.ts`. */
declare module '*.css' {
  const text: string
  export default text
}
