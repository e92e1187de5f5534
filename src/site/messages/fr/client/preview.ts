import type { previewTexts as english } from '../../en/client/preview.ts'
import { formatBytes, formatCount } from '../format.ts'

export const previewTexts: typeof english = {
  alt: 'Votre GIF',
  play: 'Lire',
  pause: 'Pause',
  compare: 'Comparer',
  compareLong: 'Comparer avec la source',
  size: (gif) =>
    [
      `${gif.isAbout ? 'Environ ' : ''}${formatBytes(gif.bytes)}`,
      `${gif.width} × ${gif.height}`,
      formatCount(gif.frames, { one: 'image', other: 'images' }),
    ].join(' · '),
  estimated: (bytes) =>
    `Environ ${formatBytes(bytes)}. Cet extrait est trop long pour un aperçu, pas pour un GIF.`,
  download: 'Télécharger',
  downloadHelp: 'Créé dans votre navigateur. Rien n’est envoyé.',
  downloadHelpKept: 'Créé dans votre navigateur. Seule la source est sur le serveur.',
  downloading: (percent) => `Création de votre GIF : ${percent} %`,
  saved: (name) => `${name} est enregistré. Rien n’a été envoyé.`,
  savedKept: (name) => `${name} est enregistré et n’a pas été envoyé.`,
  problems: {
    'does-not-fit':
      'Le GIF ne tient pas dans cette taille maximale. Autorisez plus, ou choisissez un extrait plus court.',
    'too-large': 'Cet extrait est trop long pour votre navigateur. Utilisez plutôt « Créer le GIF ».',
    unreadable: 'Le GIF ne peut pas être montré avant sa création. « Créer le GIF » fonctionne quand même.',
    'old-browser':
      'Votre navigateur est trop ancien pour l’aperçu. Mettez-le à jour pour voir le GIF ici. « Créer le GIF » fonctionne quand même.',
  },
}
