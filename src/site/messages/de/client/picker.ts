import type { pickerTexts as english } from '../../en/client/picker.ts'

export const pickerTexts: typeof english = {
  label: 'GIF-Auswahl',
  search: 'GIFs suchen',
  clear: 'Suche leeren',
  trending: 'Im Trend',
  categories: 'Kategorien',
  completions: 'Vorschläge',
  results: 'GIFs',
  loading: 'GIFs werden geladen …',
  found: 'GIFs gefunden: {count}',
  added: 'Weitere GIFs geladen: {count}',
  corrected: 'Ergebnisse für „{query}“',
  noMatch: 'Keine GIFs für „{query}“ gefunden',
  noMatchHint: 'Versuch es mit weniger Wörtern oder prüfe die Schreibweise.',
  empty: 'Hier gibt es noch keine GIFs',
  showTrending: 'GIFs im Trend anzeigen',
  failed: 'Die GIFs konnten nicht geladen werden',
  failedHint: 'Prüfe deine Verbindung und versuch es noch einmal.',
  busy: 'Zu viele Anfragen',
  busyHint: 'Warte einen Moment und versuch es noch einmal.',
  refused: 'GIFs sind hier nicht verfügbar',
  refusedHint:
    'Der Schlüssel dieser Auswahl wurde abgelehnt. Bitte sag den Betreibern dieser Seite Bescheid.',
  retry: 'Noch einmal versuchen',
}
