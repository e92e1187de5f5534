import type { importErrors as english } from '../../../lib/errors/import-errors.ts'

/** The sentences of errors about imported files, in French. */
export const importErrors: typeof english = {
  archiveAddressOnly:
    'L’archive ne contient que son adresse. Les adresses s’importent avec la commande `gifwright import`.',
  emptyFile: 'Un fichier vide.',
  entryTooLong: ({ max }) => `Une entrée doit avoir ${max} caractères au plus.`,
  fileChanged: 'Le fichier a été modifié pendant sa lecture.',
  fileOverLimit: ({ megabytes }) => `Le fichier dépasse ${megabytes} Mo (MAX_UPLOAD_MB).`,
  fileTooLarge: ({ megabytes }) => `Dépasse la limite de ${megabytes} Mo.`,
  fileUnreadable: ({ code }) => `Le fichier est illisible (${code}).`,
  lineNeedsFile: 'Une ligne doit avoir `file` ou `url`.',
  lineNotUtf8: 'Une ligne doit être en UTF-8.',
  lineTooLong: ({ max }) => `Une ligne doit avoir ${max} octets au plus.`,
  lineNotObject: ({ example }) => `Une ligne doit être un objet JSON comme ${example}.`,
  listTooLarge: ({ megabytes }) => `Les textes de cette liste font plus de ${megabytes} Mo.`,
  manifestFilePath: '`file` doit être un chemin dans le dossier de ce fichier.',
  noSuchFile: 'Ce fichier n’existe pas.',
  notASource: ({ name, known }) => `${name} n’est pas une source importable. Sources possibles : ${known}.`,
  notFile: 'Ce n’est pas un fichier.',
  notMedia: 'Ce n’est pas un fichier GIF, WebP, PNG ou vidéo.',
  notZip: 'Ce n’est pas une archive ZIP, ou elle est endommagée.',
  stillPicture: ({ format }) => `Une image fixe (${format}).`,
  tooManyFiles: ({ max }) => `Plus de ${max} fichiers. Envoyez-les en plusieurs archives.`,
  zipBomb: ({ ratio }) => `Décompressé, il ferait plus de ${ratio} fois sa taille compressée.`,
  zipChecksum: 'Sa somme de contrôle ne correspond pas à celle de l’archive.',
  zipEncrypted: 'Chiffré.',
  zipEntryDamaged: 'Il est endommagé dans l’archive.',
  zipEntryOutside: 'Il se trouve hors de l’archive.',
  zipEntrySize: 'Sa taille ne correspond pas à celle de l’archive.',
  zipEntryTooLarge: ({ megabytes }) => `Un fichier peut faire ${megabytes} Mo ; celui-ci en fait plus.`,
  zipInZip: 'Une archive dans une archive n’est pas ouverte. Importez-la séparément.',
  zipLink: 'Un lien ou un fichier spécial, pas un fichier ordinaire.',
  zipMethod: ({ method }) =>
    `Compressé par la méthode ${method} ; seules 0 (sans compression) et 8 (deflate) sont lisibles.`,
  zipNameControl: 'Le nom contient des caractères de contrôle.',
  zipNameOutside: 'Le nom mène hors de l’archive.',
  zipNameTooLong: ({ max }) => `Un nom peut avoir ${max} caractères.`,
  zipNameTwice: 'Ce nom figure deux fois dans l’archive.',
  zipNamesTooLong: 'Les noms de cette archive sont trop longs.',
  zipNoFile: 'Ce fichier n’existe pas dans l’archive.',
  zipOverlap: 'Des fichiers de cette archive se chevauchent.',
  zipTooLarge: ({ megabytes }) =>
    `Les fichiers d’une archive peuvent faire ${megabytes} Mo au total ; ceux-ci en font plus.`,
  zipTooManyFiles: ({ max, files }) =>
    `Une archive peut contenir ${max} fichiers ; celle-ci en annonce ${files}.`,
}
