import type { previewTexts as english } from '../../en/client/preview.ts'
import { formatBytes, formatCount } from '../format.ts'

export const previewTexts: typeof english = {
  alt: 'Dein GIF',
  play: 'Abspielen',
  pause: 'Anhalten',
  compare: 'Vergleichen',
  compareLong: 'Mit der Quelle vergleichen',
  size: (gif) =>
    [
      `${gif.isAbout ? 'Etwa ' : ''}${formatBytes(gif.bytes)}`,
      `${gif.width}\u{a0}×\u{a0}${gif.height}`,
      formatCount(gif.frames, { one: 'Bild', other: 'Bilder' }),
    ].join(' · '),
  estimated: (bytes) =>
    `Etwa ${formatBytes(bytes)}. Dieser Ausschnitt ist zu lang für eine Vorschau, aber nicht für ein GIF.`,
  download: 'Herunterladen',
  downloadHelp: 'In deinem Browser erstellt. Nichts wird hochgeladen.',
  downloadHelpKept: 'In deinem Browser erstellt. Nur die Quelle liegt auf dem Server.',
  downloading: (percent) => `Dein GIF wird erstellt: ${percent} %`,
  saved: (name) => `${name} ist gespeichert. Nichts wurde hochgeladen.`,
  savedKept: (name) => `${name} ist gespeichert und wurde nicht hochgeladen.`,
  problems: {
    'does-not-fit': 'Das GIF passt nicht in diese Größe. Erlaube mehr oder wähle einen kürzeren Ausschnitt.',
    'too-large': 'Dieser Ausschnitt ist zu lang für deinen Browser. Nimm stattdessen „GIF erstellen“.',
    unreadable:
      'Das GIF kann nicht gezeigt werden, bevor es erstellt ist. „GIF erstellen“ funktioniert trotzdem.',
    'old-browser':
      'Dein Browser ist zu alt für eine Vorschau. Aktualisiere ihn, um das GIF hier zu sehen. „GIF erstellen“ funktioniert trotzdem.',
  },
}
