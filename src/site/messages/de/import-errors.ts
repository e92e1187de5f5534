import type { importErrors as english } from '../../../lib/errors/import-errors.ts'

/** The sentences of errors about imported files, in German. */
export const importErrors: typeof english = {
  archiveAddressOnly:
    'Das Archiv enthält nur die Adresse. Adressen importiert der Befehl `gifwright import`.',
  emptyFile: 'Eine leere Datei.',
  entryTooLong: ({ max }) => `Ein Eintrag darf höchstens ${max} Zeichen haben.`,
  fileChanged: 'Die Datei wurde beim Lesen verändert.',
  fileOverLimit: ({ megabytes }) => `Die Datei ist größer als ${megabytes} MB (MAX_UPLOAD_MB).`,
  fileTooLarge: ({ megabytes }) => `Größer als die Grenze von ${megabytes} MB.`,
  fileUnreadable: ({ code }) => `Die Datei ist nicht lesbar (${code}).`,
  lineNeedsFile: 'Eine Zeile muss ein `file` oder eine `url` haben.',
  lineNotUtf8: 'Eine Zeile muss UTF-8 sein.',
  lineTooLong: ({ max }) => `Eine Zeile darf höchstens ${max} Bytes haben.`,
  lineNotObject: ({ example }) => `Eine Zeile muss ein JSON-Objekt wie ${example} sein.`,
  listTooLarge: ({ megabytes }) => `Die Texte dieser Liste haben mehr als ${megabytes} MB.`,
  manifestFilePath: '`file` muss ein Pfad unterhalb des Ordners dieser Datei sein.',
  noSuchFile: 'Es gibt keine solche Datei.',
  notASource: ({ name, known }) =>
    `${name} ist keine Quelle, die importiert werden kann. Möglich sind: ${known}.`,
  notFile: 'Keine Datei.',
  notMedia: 'Das ist keine GIF-, WebP-, PNG- oder Videodatei.',
  notZip: 'Das ist kein ZIP-Archiv, oder es ist beschädigt.',
  stillPicture: ({ format }) => `Ein Standbild (${format}).`,
  tooManyFiles: ({ max }) => `Mehr als ${max} Dateien. Sende sie in mehreren Archiven.`,
  zipBomb: ({ ratio }) => `Entpackt wäre die Datei mehr als ${ratio}-mal so groß.`,
  zipChecksum: 'Die Prüfsumme stimmt nicht mit dem Archiv überein.',
  zipEncrypted: 'Verschlüsselt.',
  zipEntryDamaged: 'Die Datei ist im Archiv beschädigt.',
  zipEntryOutside: 'Die Datei liegt außerhalb des Archivs.',
  zipEntrySize: 'Die Größe stimmt nicht mit dem Archiv überein.',
  zipEntryTooLarge: ({ megabytes }) => `Eine Datei darf ${megabytes} MB haben; diese hat mehr.`,
  zipInZip: 'Ein Archiv in einem Archiv wird nicht geöffnet. Importiere es für sich.',
  zipLink: 'Ein Link oder eine besondere Datei, keine normale.',
  zipMethod: ({ method }) =>
    `Gepackt mit Methode ${method}; nur 0 (unkomprimiert) und 8 (Deflate) sind lesbar.`,
  zipNameControl: 'Der Name enthält Steuerzeichen.',
  zipNameOutside: 'Der Name führt aus dem Archiv hinaus.',
  zipNameTooLong: ({ max }) => `Ein Name darf ${max} Zeichen haben.`,
  zipNameTwice: 'Dieser Name kommt im Archiv zweimal vor.',
  zipNamesTooLong: 'Die Namen in diesem Archiv sind zu lang.',
  zipNoFile: 'Im Archiv gibt es keine solche Datei.',
  zipOverlap: 'Dateien in diesem Archiv überlappen sich.',
  zipTooLarge: ({ megabytes }) =>
    `Die Dateien in einem Archiv dürfen zusammen ${megabytes} MB haben; diese haben mehr.`,
  zipTooManyFiles: ({ max, files }) => `Ein Archiv darf ${max} Dateien enthalten; dieses nennt ${files}.`,
}
