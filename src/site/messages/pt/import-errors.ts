import type { importErrors as english } from '../../../lib/errors/import-errors.ts'

/** The sentences of errors about imported files, in Portuguese. */
export const importErrors: typeof english = {
  archiveAddressOnly:
    'O pacote só tem o endereço. Endereços são importados com o comando `gifwright import`.',
  emptyFile: 'Um arquivo vazio.',
  entryTooLong: ({ max }) => `Uma entrada deve ter no máximo ${max} caracteres.`,
  fileChanged: 'O arquivo foi alterado enquanto era lido.',
  fileOverLimit: ({ megabytes }) => `O arquivo é maior que ${megabytes} MB (MAX_UPLOAD_MB).`,
  fileTooLarge: ({ megabytes }) => `Maior que o limite de ${megabytes} MB.`,
  fileUnreadable: ({ code }) => `Não é possível ler o arquivo (${code}).`,
  lineNeedsFile: 'Uma linha deve ter `file` ou `url`.',
  lineNotUtf8: 'Uma linha deve estar em UTF-8.',
  lineTooLong: ({ max }) => `Uma linha deve ter no máximo ${max} bytes.`,
  lineNotObject: ({ example }) => `Uma linha deve ser um objeto JSON como ${example}.`,
  listTooLarge: ({ megabytes }) => `Os textos desta lista passam de ${megabytes} MB.`,
  manifestFilePath: '`file` deve ser um caminho dentro da pasta deste arquivo.',
  noSuchFile: 'Esse arquivo não existe.',
  notASource: ({ name, known }) =>
    `${name} não é uma fonte que possa ser importada. Fontes possíveis: ${known}.`,
  notFile: 'Não é um arquivo.',
  notMedia: 'Não é um arquivo GIF, WebP, PNG nem de vídeo.',
  notZip: 'Isto não é um pacote ZIP, ou está danificado.',
  stillPicture: ({ format }) => `Uma imagem estática (${format}).`,
  tooManyFiles: ({ max }) => `Mais de ${max} arquivos. Envie-os em vários pacotes.`,
  zipBomb: ({ ratio }) => `Descompactado, teria mais de ${ratio} vezes o tamanho compactado.`,
  zipChecksum: 'A soma de verificação não corresponde à do pacote.',
  zipEncrypted: 'Criptografado.',
  zipEntryDamaged: 'Está danificado dentro do pacote.',
  zipEntryOutside: 'Está fora do pacote.',
  zipEntrySize: 'O tamanho não corresponde ao do pacote.',
  zipEntryTooLarge: ({ megabytes }) => `Um arquivo pode ter ${megabytes} MB; este tem mais.`,
  zipInZip: 'Um pacote dentro de outro não é aberto. Importe-o separadamente.',
  zipLink: 'Um link ou um arquivo especial, não um arquivo comum.',
  zipMethod: ({ method }) =>
    `Compactado pelo método ${method}; só 0 (sem compactação) e 8 (deflate) podem ser lidos.`,
  zipNameControl: 'O nome tem caracteres de controle.',
  zipNameOutside: 'O nome leva para fora do pacote.',
  zipNameTooLong: ({ max }) => `Um nome pode ter ${max} caracteres.`,
  zipNameTwice: 'Este nome aparece duas vezes no pacote.',
  zipNamesTooLong: 'Os nomes deste pacote são longos demais.',
  zipNoFile: 'Não existe esse arquivo no pacote.',
  zipOverlap: 'Há arquivos sobrepostos neste pacote.',
  zipTooLarge: ({ megabytes }) =>
    `Os arquivos de um pacote podem ter ${megabytes} MB juntos; estes têm mais.`,
  zipTooManyFiles: ({ max, files }) => `Um pacote pode ter ${max} arquivos; este indica ${files}.`,
}
