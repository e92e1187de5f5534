import type { toolsTexts as english } from '../../en/client/tools.ts'
import { formatCount, formatNumber, formats } from '../format.ts'

const frames = (count: number) => formatCount(count, { one: 'Bild', other: 'Bildern' })

export const toolsTexts: typeof english = {
  reading: 'Die Animation wird gelesen …',
  making: 'Das GIF wird erstellt …',
  canceled: 'Abgebrochen. Ändere etwas, um es noch einmal zu versuchen.',
  unreadable:
    'Dein Browser kann diese Datei hier nicht öffnen. Drück „Speichern“, und der Server wandelt sie um.',
  notFound: 'Das GIF konnte nicht geladen werden. Lade die Seite neu, um es noch einmal zu versuchen.',
  tooLarge: 'Diese Animation ist zu groß für deinen Browser. Drück „Speichern“, und der Server versucht es.',
  damaged: 'Dieses GIF ist beschädigt, deshalb sind seine Bilder nicht lesbar.',
  invalid: 'Prüfe das markierte Feld.',
  cropOutside: 'Der Zuschnitt reicht über das Bild hinaus.',
  stopped: 'Deinem Browser reicht der Arbeitsspeicher nicht. Nimm weniger oder kleinere Bilder.',
  oldBrowser:
    'Dein Browser ist zu alt, um GIFs zu erstellen. Aktualisiere ihn oder drücke auf Speichern, dann übernimmt es der Server.',
  approximated: (count) =>
    `${formatCount(count, { one: 'Bild hat', other: 'Bilder haben' })} mehr als 256 Farben; die seltensten wurden durch ähnliche ersetzt.`,
  done: (before, after, percent) =>
    percent === 0
      ? `${before} → ${after}`
      : `${before} → ${after} (${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))} %)`,
  converting: (format, percent) => `${format} wird erstellt … ${percent} %`,
  converted: (format, change) => `${format}: ${change}`,
  cannotConvert: (format) =>
    `Dein Browser konnte das nicht als ${format} erstellen. Drück „Speichern“: Auf der Seite des GIFs gibt es ${format}.`,
  pixels: (width, height) => `${width} × ${height}`,
  seconds: (milliseconds) => formats.formatDuration(milliseconds),
  bytes: (bytes) => formats.formatBytes(bytes),
  archive: 'Die Bilder werden gepackt …',
  strip: {
    frame: (number, milliseconds) => `Bild ${number}, ${formatNumber(milliseconds)} ms`,
    held: (times) => `×${times}`,
    selectAll: 'Alle auswählen',
    remove: 'Löschen',
    longer: 'Länger',
    shorter: 'Kürzer',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    count: (count, all) => `${formatNumber(count)} von ${frames(all)}`,
    last: 'Ein GIF hat mindestens ein Bild.',
  },
  saving: 'Wird gespeichert …',
  saveFailed: 'Das GIF konnte nicht gespeichert werden. Prüfe deine Verbindung und versuch es noch einmal.',
}
