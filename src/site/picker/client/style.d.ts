/** CSS files are bundled as text: see `kit/assets/assets.ts`. */
declare module '*.css' {
  const text: string
  export default text
}
