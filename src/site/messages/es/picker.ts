import type { pickerMessages as english } from '../en/picker.ts'

export const pickerMessages: typeof english = {
  title: (siteName) => `Selector de GIF · ${siteName}`,
  heading: 'Selector de GIF',
  originMissing:
    'La dirección de este marco debe indicar la página que lo contiene: añade ?origin=https://your-app.example (esquema, host y puerto).',
  needsScript: 'El selector de GIF necesita JavaScript.',
}
