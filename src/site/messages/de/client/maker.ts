import type { makerTexts as english } from '../../en/client/maker.ts'
import { formatCount } from '../format.ts'

const pictures = (count: number) => formatCount(count, { one: 'Bild', other: 'Bilder' })

export const makerTexts: typeof english = {
  source: {
    link: 'den Link',
    onePicture: 'das Bild',
    manyPictures: (count) => `die ${pictures(count)}`,
    video: 'das Video',
    linkHelp: 'Gib einen Link zu einer Webseite oder einem Video ein, der mit https:// beginnt',
    none: 'Wähle zuerst ein Video oder Bilder oder füge einen Link ein.',
    noLink: 'Gib einen Link zu einem Video ein.',
    allRemoved: 'Alle Bilder sind entfernt. Wähle andere oder ein Video.',
    picturesName: 'Bilder',
    untitled: 'Ohne Titel',
    replace: (current, other) =>
      `Ein GIF hat nur eine Quelle. Möchtest du ${current} durch ${other} ersetzen?`,
    use: (other) => `Ja, durch ${other} ersetzen`,
    keep: (current) => `Nein, ${current} behalten`,
  },
  files: {
    damaged: (file) => `${file} ist beschädigt und wurde weggelassen.`,
    empty: (file) => `${file} ist leer.`,
    gone: (file) => `${file} wurde verschoben, geändert oder gelöscht. Wähle die Datei erneut aus.`,
    folder: (name) => `${name} ist ein Ordner. Öffne ihn und wähle die Dateien darin aus.`,
    unknown: (file) => `${file} ist weder ein Video noch ein Bild, das wir lesen können.`,
    oneVideo: (file) => `${file} wurde weggelassen: Ein GIF entsteht aus einem Video.`,
    notPicture: (file) => `${file} wurde weggelassen: Es ist ein Video, kein Bild.`,
    tooLarge: (file, size, limit) => `${file} hat ${size}, und die Grenze ist ${limit}.`,
    slightlyMore: (limit) => `etwas mehr als ${limit}`,
  },
  prepared: {
    label: 'Die Quelle wird vorbereitet',
    fetching: 'Das Video wird geholt …',
    sending:
      'Dein Browser kann diese Datei nicht abspielen. Sie wird für eine Vorschau an den Server gesendet …',
    converting: 'Die Vorschau wird erstellt …',
    waiting: (position) => `Wartet auf eine Vorschau, Platz ${position} in der Warteschlange.`,
    without: 'Du kannst das GIF trotzdem erstellen: Gib Anfang und Ende ein.',
    part: (shown, whole) => `${shown} von ${whole} zu sehen.`,
    more: 'Mehr zeigen',
    pictures: (done, count) => `Bilder werden umgewandelt: ${done} von ${count}`,
  },
  details: {
    tooManyTags: (count, limit) => `Das sind ${count} Tags, und die Grenze ist ${limit}.`,
    tagTooLong: (tag, limit) => `„${tag}…“ ist zu lang: Ein Tag kann bis zu ${limit} Zeichen haben.`,
  },
  pictures: {
    count: pictures,
    bytes: (size, limit) => `${size} von ${limit}`,
    tooFew: 'Füge noch ein Bild hinzu: Ein GIF braucht mindestens zwei.',
    tooLarge: (size, limit) =>
      `Die Bilder haben zusammen ${size}, und die Grenze ist ${limit}. Entferne einige.`,
    tooMany: (taken, limit) =>
      `Nur die ersten ${taken} wurden hinzugefügt: Ein GIF kann bis zu ${pictures(limit)} haben.`,
    keepProportions: 'Seitenverhältnis beibehalten',
    removed: (left) => `Entfernt. Noch ${pictures(left)}.`,
    moved: (place, count) => `Jetzt Bild ${place} von ${count}.`,
    label: (place, count, file) => `Bild ${place} von ${count}: ${file}`,
    action: (action, place) => `${action}: Bild ${place}`,
    actions: { earlier: 'Nach vorn', later: 'Nach hinten', remove: 'Entfernen' },
  },
  preview: { play: 'Vorschau abspielen', pause: 'Vorschau anhalten' },
  clip: {
    length: (ofGif, ofClip) => `${ofGif}, aus ${ofClip} Video`,
    useLess: (seconds) => `Bei dieser Geschwindigkeit höchstens ${seconds} s.`,
    endFollows: (end) => `Ende auf ${end} s verschoben.`,
    startFollows: (start) => `Anfang auf ${start} s verschoben.`,
    pastVideo: (seconds) => `Das Video endet bei ${seconds} s. Wähle einen früheren Anfang.`,
    endFirst: 'Das Ende muss nach dem Anfang liegen.',
    endCut: (end) => `Ende auf ${end} s verschoben: Dort endet das Video.`,
    endMoved: (end, limit) =>
      `Ende auf ${end} s verschoben: Ein Ausschnitt kann bis zu ${limit} s lang sein.`,
    startMoved: (start, limit) =>
      `Anfang auf ${start} s verschoben: Ein Ausschnitt kann bis zu ${limit} s lang sein.`,
    animationCut: (length, used) => `Diese Animation dauert ${length}. Die ersten ${used} sind ausgewählt.`,
    animation: (length) =>
      `Diese Animation dauert ${length}. Ändere Anfang oder Ende, um einen Teil davon zu verwenden.`,
    part: (from, to) => `${from} bis ${to}`,
    seconds: (count) => `${count} ${count === 1 ? 'Sekunde' : 'Sekunden'}`,
    minutes: (count) => `${count} ${count === 1 ? 'Minute' : 'Minuten'}`,
  },
  otherSize: 'Andere Größe …',
  closeSheet: 'Fertig',
  layersNotLoaded: 'Der Editor wurde nicht geladen. Drück einen Knopf, um es noch einmal zu versuchen.',
  progress: {
    sending: 'Wird gesendet',
    sent: 'Gesendet. Deine Dateien werden geprüft',
    queued: 'In der Warteschlange',
    next: 'Du bist als Nächstes dran',
    position: (place) => `Platz ${place} in der Warteschlange`,
    startsItself: 'Es beginnt von selbst.',
    making: 'Dein GIF wird erstellt',
    steps: {
      preparing: 'Vorbereitung',
      fetching: 'Das Video wird geholt',
      rendering: 'Dein GIF wird erstellt',
      storing: 'Wird gespeichert',
    },
    done: 'Fertig',
    lost: 'Keine Verbindung. Neuer Versuch …',
    percent: (percent) => `${percent} %`,
    spokenPercent: (step, percent) => `${step}, ${percent} Prozent`,
    lostWhileSending:
      'Die Verbindung wurde unterbrochen. Auf dieser Seite ist nichts verloren: Versuch es noch einmal.',
    unavailable: 'Der Dienst konnte das gerade nicht annehmen. Versuch es gleich noch einmal.',
  },
  recent: {
    ready: (title) => `Fertig: ${title}`,
    failed: (title) => `Konnte nicht erstellt werden: ${title}`,
    remove: (title) => `„${title}“ aus der Liste entfernen`,
    noConnection: 'keine Verbindung',
    waiting: 'in der Warteschlange',
    done: 'fertig',
    error: 'konnte nicht erstellt werden',
  },
}
