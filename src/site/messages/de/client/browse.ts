import type { browseTexts as english } from '../../en/client/browse.ts'
import { formatCount, formatNumber } from '../format.ts'

export const browseTexts: typeof english = {
  loading: 'Weitere werden geladen …',
  loaded: (added, total) =>
    `${formatCount(added, { one: 'weiteres GIF', other: 'weitere GIFs' })}, insgesamt ${formatNumber(total)}.`,
  loadingFailed: 'Weitere GIFs konnten nicht geladen werden. Nutze den Link zur nächsten Seite.',
  searchFailed: 'Die Suche ist fehlgeschlagen. Drück die Eingabetaste, um es erneut zu versuchen.',
  dropHere: 'Loslassen, um ein GIF zu erstellen',
  opening: 'Der Editor wird geöffnet …',
  notOpened: 'Dieser Browser konnte die Datei nicht speichern. Öffne „GIF erstellen“ und wähle sie dort.',
}
