import type { pickerMessages as english } from '../en/picker.ts'

export const pickerMessages: typeof english = {
  title: (siteName) => `Seletor de GIFs · ${siteName}`,
  heading: 'Seletor de GIFs',
  originMissing:
    'O endereço deste quadro precisa indicar a página que o contém: adicione ?origin=https://your-app.example (esquema, host e porta).',
  needsScript: 'O seletor de GIFs precisa de JavaScript.',
}
