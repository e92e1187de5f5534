import type { importTexts as english } from '../../en/client/import.ts'
import { formatCount, formatNumber } from '../format.ts'

const files = (count: number) => formatCount(count, { one: 'Datei', other: 'Dateien' })

export const importTexts: typeof english = {
  progress: (sent, all) => `${formatNumber(sent)} von ${files(all)} gesendet`,
  paused: (sent, all) => `Angehalten. ${formatNumber(sent)} von ${files(all)} gesendet`,
  waits: (seconds) => `Der Server ist ausgelastet. Weiter in ${seconds} s.`,
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  failed: (count) =>
    `${formatCount(count, { one: 'Datei konnte', other: 'Dateien konnten' })} nicht gesendet werden.`,
  lost: 'Die Verbindung wurde unterbrochen.',
  tooMany: (max) => `Nur die ersten ${files(max)} können auf einmal gesendet werden.`,
  tooLarge: (name, limit) => `${name} ist größer als ${limit}.`,
  nothing: 'Was du abgelegt hast, enthält keine Dateien.',
  reading: 'Ordner werden gelesen …',
  allMade: 'Alle Dateien sind fertig.',
}
