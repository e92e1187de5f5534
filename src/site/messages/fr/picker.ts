import type { pickerMessages as english } from '../en/picker.ts'

export const pickerMessages: typeof english = {
  title: (siteName) => `Sélecteur de GIF · ${siteName}`,
  heading: 'Sélecteur de GIF',
  originMissing:
    'L’adresse de ce cadre doit nommer la page qui l’entoure : ajoutez ?origin=https://your-app.example (protocole, hôte et port).',
  needsScript: 'Le sélecteur de GIF a besoin de JavaScript.',
}
