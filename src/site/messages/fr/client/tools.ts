import type { toolsTexts as english } from '../../en/client/tools.ts'
import { formatCount, formatNumber, formats, plural } from '../format.ts'

const frames = (count: number) => formatCount(count, { one: 'image', other: 'images' })

export const toolsTexts: typeof english = {
  reading: 'Lecture de l’animation…',
  making: 'Création du GIF…',
  canceled: 'Annulé. Modifiez quelque chose pour réessayer.',
  unreadable:
    'Votre navigateur ne peut pas ouvrir ce fichier ici. Appuyez sur « Enregistrer », et le serveur le convertira.',
  notFound: 'Le GIF n’a pas pu être chargé. Rechargez la page pour réessayer.',
  tooLarge:
    'Cette animation est trop grande pour votre navigateur. Appuyez sur « Enregistrer », et le serveur essaiera.',
  damaged: 'Ce GIF est endommagé : ses images sont illisibles.',
  invalid: 'Vérifiez le champ signalé.',
  cropOutside: 'Le recadrage dépasse l’image.',
  stopped: 'Votre navigateur a manqué de mémoire. Utilisez moins d’images ou de plus petites.',
  oldBrowser:
    'Votre navigateur est trop ancien pour créer des GIF. Mettez-le à jour, ou cliquez sur Enregistrer pour que le serveur s’en charge.',
  approximated: (count) =>
    `${frames(count)} ${plural(count, { one: 'a', other: 'ont' })} plus de 256 couleurs ; les plus rares ont été remplacées par des couleurs proches.`,
  done: (before, after, percent) =>
    percent === 0
      ? `${before} → ${after}`
      : `${before} → ${after} (${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))} %)`,
  converting: (format, percent) => `Création du fichier ${format}… ${percent} %`,
  converted: (format, change) => `${format} : ${change}`,
  cannotConvert: (format) =>
    `Votre navigateur n’a pas pu créer le fichier ${format}. Appuyez sur « Enregistrer » : la page du GIF le propose.`,
  pixels: (width, height) => `${width} × ${height}`,
  seconds: (milliseconds) => formats.formatDuration(milliseconds),
  bytes: (bytes) => formats.formatBytes(bytes),
  archive: 'Préparation de l’archive des images…',
  strip: {
    frame: (number, milliseconds) => `Image ${number}, ${formatNumber(milliseconds)} ms`,
    held: (times) => `×${times}`,
    selectAll: 'Tout sélectionner',
    remove: 'Supprimer',
    longer: 'Plus longtemps',
    shorter: 'Moins longtemps',
    undo: 'Annuler',
    redo: 'Rétablir',
    count: (count, all) => `${formatNumber(count)} sur ${frames(all)}`,
    last: 'Un GIF a au moins une image.',
  },
  saving: 'Enregistrement…',
  saveFailed: 'Le GIF n’a pas pu être enregistré. Vérifiez votre connexion et réessayez.',
}
