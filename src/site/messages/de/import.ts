import type { DropState } from '../../../library/import/drops/drop.ts'
import { html } from '../../../lib/html.ts'
import type { importMessages as english } from '../en/import.ts'
import { formatCount, formatNumber } from './format.ts'

const files = (count: number) => formatCount(count, { one: 'Datei', other: 'Dateien' })

export const importMessages: typeof english = {
  title: 'GIFs importieren',
  description: 'Bring deine GIFs hierher, genau so, wie sie sind.',
  lead: 'Jedes Bild, jede Zeit und jede Farbe bleibt, wie sie ist, und es gibt kein Wasserzeichen.',
  visitor: {
    heading: 'Melde dich an, um GIFs zu importieren',
    why: 'Importierte GIFs gehören zu einem Konto, damit du sie später verschlagworten, ausblenden und löschen kannst.',
    signUpClosed: 'Bitte den Betreiber um eines.',
    signIn: 'Anmelden',
    signUp: 'Konto erstellen',
  },
  files: 'Dateien',
  filesHint: (each, all, max) =>
    `GIF, animiertes WebP und PNG, MP4 und WebM ohne Ton: je bis zu ${each}. Oder ein ZIP davon. ${formatNumber(max)} Dateien und ${all} auf einmal.`,
  drop: 'GIFs, Ordner oder ein ZIP hier ablegen',
  chooseFiles: 'Dateien auswählen',
  chooseFolder: 'Ordner auswählen',
  limits: (each, zip, max) => `Bis zu ${formatNumber(max)} Dateien mit je ${each} oder ein ZIP mit ${zip}.`,
  waitingLimit: (max) => `Bis zu ${formatNumber(max)} deiner Dateien können gleichzeitig warten.`,
  details: 'Für alle zusammen',
  detailsHint: 'Danach kannst du jede einzeln oder viele auf einmal ändern.',
  category: 'Kategorie',
  chooseCategory: 'Kategorie wählen …',
  tags: 'Tags',
  tagsHint: (max) => `Durch Kommas getrennt, bis zu ${max}.`,
  folders: 'Ordnernamen als Tags verwenden',
  visibility: 'Wer sie sehen kann',
  submit: 'Importieren',
  recent: 'Letzte Importe',
  recentItem: (count, ago) => html`${files(count)}, ${ago}`,
  sending: {
    heading: 'Wird gesendet',
    pause: 'Anhalten',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    failed: 'Nicht gesendet',
  },
  table: {
    title: 'Importierte Dateien',
    counts: (counts: Record<DropState, number>) =>
      [
        counts.done > 0 && `${formatNumber(counts.done)} fertig`,
        counts.making > 0 && `${formatNumber(counts.making)} in Arbeit`,
        counts.waiting > 0 && `${formatNumber(counts.waiting)} wartend`,
        counts.exists > 0 && `${formatNumber(counts.exists)} schon vorhanden`,
        counts.refused > 0 && `${formatNumber(counts.refused)} abgelehnt`,
        counts.gone > 0 && `${formatNumber(counts.gone)} gelöscht`,
      ]
        .filter((text) => text !== false)
        .join(' · '),
    leave: 'Du kannst diese Seite verlassen. Deine GIFs werden trotzdem erstellt.',
    refresh: 'Aktualisieren',
    more: 'Weitere importieren',
    caption: (total) => files(total),
    columns: {
      select: 'Auswählen',
      gif: 'GIF',
      state: 'Status',
      tags: 'Tags',
      category: 'Kategorie',
      rating: 'Altersfreigabe',
      visibility: 'Sichtbar für',
      alt: 'Beschreibung',
    },
    states: {
      waiting: 'Wartet',
      making: 'In Arbeit',
      done: 'Fertig',
      exists: 'Schon vorhanden',
      refused: 'Abgelehnt',
      gone: 'Gelöscht',
    },
    none: 'Keine',
    edit: 'Bearbeiten',
    unrated: 'Keine Angabe',
    all: (total) => `Alle ${formatNumber(total)} dieses Imports, nicht nur die ausgewählten`,
    delete: 'Löschen …',
    done: {
      change: (count) => `${files(count)} geändert.`,
      delete: (count) => `${files(count)} gelöscht.`,
      remake: (count) =>
        `Aus ${formatCount(count, { one: 'Datei wird ein GIF', other: 'Dateien werden GIFs' })} erstellt.`,
    },
    moreRefused: (listed: number, more: number) =>
      `Nur die ersten ${formatNumber(listed)} abgelehnten Dateien sind aufgeführt; ${formatNumber(more)} weitere wurden abgelehnt.`,
    unchanged: (count) =>
      `${files(count)} nicht geändert: abgelehnt, gerade in Arbeit oder von einem anderen Konto.`,
    remake: 'GIFs daraus erstellen',
    remakeHint: (count) =>
      `${formatCount(count, { one: 'Datei überschreitet', other: 'Dateien überschreiten' })} eine Grenze für unveränderte Übernahme. Es können trotzdem GIFs daraus erstellt werden.`,
    deleteTitle: (count) => `${files(count)} löschen?`,
    deleteHeading: (count) => `${files(count)} endgültig löschen?`,
    deleteExplanation:
      'Ihre GIFs werden sofort gelöscht, und was noch wartet, wird nicht erstellt. GIFs, die schon vorher hier waren, bleiben.',
    deleteConfirm: (count) => `${files(count)} löschen`,
    deleteCancel: 'Behalten',
  },
}
