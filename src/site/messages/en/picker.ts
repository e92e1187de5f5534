/** The texts of the picker's frame; those of the picker itself are in `client/picker.ts`. */
export const pickerMessages = {
  title: (siteName: string) => `GIF picker · ${siteName}`,
  heading: 'GIF picker',
  originMissing:
    'The address of this frame must name the page around it: add ?origin=https://your-app.example (scheme, host and port).',
  needsScript: 'The GIF picker needs JavaScript.',
}
