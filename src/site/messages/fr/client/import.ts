import type { importTexts as english } from '../../en/client/import.ts'
import { formatCount, formatNumber, plural } from '../format.ts'

const files = (count: number) => formatCount(count, { one: 'fichier', other: 'fichiers' })

const sentOf = (sent: number, all: number) =>
  `${formatNumber(sent)} sur ${files(all)} ${plural(sent, { one: 'envoyé', other: 'envoyés' })}`

export const importTexts: typeof english = {
  progress: sentOf,
  paused: (sent, all) => `En pause. ${sentOf(sent, all)}`,
  waits: (seconds) => `Le serveur est occupé. Reprise dans ${seconds} s.`,
  pause: 'Pause',
  resume: 'Continuer',
  failed: (count) =>
    `${files(count)} ${plural(count, { one: 'n’a pas pu être envoyé', other: 'n’ont pas pu être envoyés' })}.`,
  lost: 'La connexion a été perdue.',
  tooMany: (max) =>
    max === 1
      ? 'Seul le premier fichier peut être envoyé à la fois.'
      : `Seuls les ${formatNumber(max)} premiers fichiers peuvent être envoyés à la fois.`,
  tooLarge: (name, limit) => `${name} dépasse ${limit}.`,
  nothing: 'Il n’y a aucun fichier dans ce que vous avez déposé.',
  reading: 'Lecture des dossiers…',
  allMade: 'Tous les fichiers sont terminés.',
}
