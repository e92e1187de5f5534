import type { kitTexts as english } from '../../en/client/kit.ts'

export const kitTexts: typeof english = {
  play: 'Abspielen',
  pause: 'Anhalten',
  copied: 'Kopiert',
  favoriteAdded: 'Zu den Favoriten hinzugefügt.',
  favoriteRemoved: 'Aus den Favoriten entfernt.',
  pressCtrlC: 'Drück Strg+C',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  password: 'Passwort',
  passwordShown: 'Das Passwort wird angezeigt.',
  passwordHidden: 'Das Passwort ist verborgen.',
  suggestions: 'Vorschläge',
  suggestionKinds: { trending: 'Im Trend', tag: 'Tag', search: '', category: 'Kategorie', gif: 'GIF' },
}
