import type { toolsMessages as english } from '../en/tools.ts'
import { formatCount } from './format.ts'

const frames = (count: number) => formatCount(count, { one: 'Bild', other: 'Bilder' })

export const toolsMessages: typeof english = {
  title: 'GIF-Werkzeuge',
  titleOf: (title) => `„${title}“ ändern`,
  description:
    'Mach ein GIF kleiner, ändere seine Größe, schneide es zu, kürze es, kehre es um oder verbinde es, Bild für Bild.',
  lead: 'Ändere ein GIF oder eine andere Animation. Die Bilder bleiben genau, wie sie sind, solange du die Größe nicht änderst, nicht zuschneidest und nicht komprimierst.',
  source: 'Animation',
  file: 'Datei wählen',
  fileHint: (types, limit) => `${types}, bis zu ${limit}.`,
  gif: 'Oder ein GIF von dieser Seite',
  gifHint: 'Sein Link oder Code.',
  facts: (bytes, width, height, count, length) =>
    `${bytes}, ${width} × ${height}, ${frames(count)}, ${length}`,
  changes: 'Änderungen',
  groups: { cut: 'Kürzen', play: 'Wiedergabe', size: 'Größe', append: 'Animationen anhängen' },
  fields: {
    start: 'Von (Sekunden)',
    end: 'Bis (Sekunden)',
    frames: 'Bilder',
    framesHint: 'Zum Beispiel 1-10,12x3,15-: x3 zeigt ein Bild dreimal so lange.',
    speed: 'Geschwindigkeit',
    speedHint: '2 ist doppelt so schnell.',
    reverse: 'Rückwärts',
    boomerang: 'Bumerang',
    boomerangHint: 'Läuft vorwärts, dann rückwärts.',
    width: 'Breite (Pixel)',
    widthHint: (max) => `Bis zu ${max}; nie breiter, als es ist.`,
    crop: 'Zuschnitt',
    cropHint: 'Links, oben, Breite und Höhe in Pixeln, durch Kommas getrennt.',
    maxBytes: 'Kleiner machen',
    anySize: 'Beliebige Größe',
    atMost: (size) => `Höchstens ${size}`,
    preset: 'Komprimieren',
    asItIs: 'Unverändert',
    append: 'GIFs von dieser Seite anhängen',
    appendCodesHint: 'Links oder Codes, durch Kommas getrennt.',
    appendFiles: 'Dateien anhängen',
    appendHint: (max, types) => `Bis zu ${max}: ${types}.`,
  },
  strip: {
    title: 'Bilder',
    help: 'Wähle Bilder mit einem Klick oder mit den Pfeiltasten und der Leertaste aus. Entf entfernt sie, + und − ändern, wie lange sie zu sehen sind.',
  },
  result: {
    image: 'Das geänderte GIF',
    caption: 'Vorher und nachher',
    before: 'Vorher',
    after: 'Nachher',
    rows: { bytes: 'Dateigröße', pixels: 'Pixel', frames: 'Bilder', seconds: 'Länge' },
    download: 'GIF herunterladen',
    zip: 'Bilder als ZIP',
    cancel: 'Abbrechen',
  },
  save: {
    title: 'In der Bibliothek speichern',
    name: 'Titel',
    nameHint: 'Optional; sonst der Name der Datei.',
    category: 'Kategorie',
    submit: 'Speichern',
    hint: 'Auf der Seite des neuen GIFs gibt es auch MP4 und WebP.',
  },
}
