import type { importErrors as english } from '../../../lib/errors/import-errors.ts'

/** The sentences of errors about imported files, in Spanish. */
export const importErrors: typeof english = {
  archiveAddressOnly:
    'El archivo comprimido solo tiene su dirección. Las direcciones se importan con el comando `gifwright import`.',
  emptyFile: 'Un archivo vacío.',
  entryTooLong: ({ max }) => `Una entrada debe tener ${max} caracteres como máximo.`,
  fileChanged: 'El archivo cambió mientras se leía.',
  fileOverLimit: ({ megabytes }) => `El archivo ocupa más de ${megabytes} MB (MAX_UPLOAD_MB).`,
  fileTooLarge: ({ megabytes }) => `Supera el límite de ${megabytes} MB.`,
  fileUnreadable: ({ code }) => `No se puede leer el archivo (${code}).`,
  lineNeedsFile: 'Una línea debe tener `file` o `url`.',
  lineNotUtf8: 'Una línea debe estar en UTF-8.',
  lineTooLong: ({ max }) => `Una línea debe tener ${max} bytes como máximo.`,
  lineNotObject: ({ example }) => `Una línea debe ser un objeto JSON como ${example}.`,
  listTooLarge: ({ megabytes }) => `Los textos de esta lista ocupan más de ${megabytes} MB.`,
  manifestFilePath: '`file` debe ser una ruta dentro de la carpeta de este archivo.',
  noSuchFile: 'No existe ese archivo.',
  notASource: ({ name, known }) =>
    `${name} no es una fuente que se pueda importar. Fuentes posibles: ${known}.`,
  notFile: 'No es un archivo.',
  notMedia: 'No es un archivo GIF, WebP, PNG ni de video.',
  notZip: 'Esto no es un archivo ZIP, o está dañado.',
  stillPicture: ({ format }) => `Una imagen fija (${format}).`,
  tooManyFiles: ({ max }) => `Más de ${max} archivos. Envíalos en varios paquetes.`,
  zipBomb: ({ ratio }) => `Al descomprimirse ocuparía más de ${ratio} veces su tamaño comprimido.`,
  zipChecksum: 'Su suma de comprobación no coincide con la del archivo comprimido.',
  zipEncrypted: 'Cifrado.',
  zipEntryDamaged: 'Está dañado dentro del archivo comprimido.',
  zipEntryOutside: 'Está fuera del archivo comprimido.',
  zipEntrySize: 'Su tamaño no coincide con el del archivo comprimido.',
  zipEntryTooLarge: ({ megabytes }) => `Un archivo puede tener ${megabytes} MB; este tiene más.`,
  zipInZip: 'No se abre un archivo comprimido dentro de otro. Impórtalo por separado.',
  zipLink: 'Un enlace o un archivo especial, no un archivo normal.',
  zipMethod: ({ method }) =>
    `Comprimido con el método ${method}; solo se pueden leer 0 (sin compresión) y 8 (deflate).`,
  zipNameControl: 'El nombre tiene caracteres de control.',
  zipNameOutside: 'El nombre lleva fuera del archivo comprimido.',
  zipNameTooLong: ({ max }) => `Un nombre puede tener ${max} caracteres.`,
  zipNameTwice: 'Este nombre está dos veces en el archivo comprimido.',
  zipNamesTooLong: 'Los nombres de este archivo comprimido son demasiado largos.',
  zipNoFile: 'No existe ese archivo en el archivo comprimido.',
  zipOverlap: 'Hay archivos que se solapan en este archivo comprimido.',
  zipTooLarge: ({ megabytes }) =>
    `Los archivos de un archivo comprimido pueden ocupar ${megabytes} MB en total; estos ocupan más.`,
  zipTooManyFiles: ({ max, files }) =>
    `Un archivo comprimido puede tener ${max} archivos; este indica ${files}.`,
}
