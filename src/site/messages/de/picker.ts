import type { pickerMessages as english } from '../en/picker.ts'

export const pickerMessages: typeof english = {
  title: (siteName) => `GIF-Auswahl · ${siteName}`,
  heading: 'GIF-Auswahl',
  originMissing:
    'Die Adresse dieses Rahmens muss die Seite nennen, in der er steht: Füge ?origin=https://your-app.example an (Schema, Host und Port).',
  needsScript: 'Die GIF-Auswahl braucht JavaScript.',
}
