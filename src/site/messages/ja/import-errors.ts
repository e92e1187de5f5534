import type { importErrors as english } from '../../../lib/errors/import-errors.ts'

/** The sentences of errors about imported files, in Japanese. */
export const importErrors: typeof english = {
  archiveAddressOnly:
    'アーカイブにはアドレスしかありません。アドレスは`gifwright import`コマンドでインポートします。',
  emptyFile: '空のファイルです。',
  entryTooLong: ({ max }) => `1項目は${max}文字以内にしてください。`,
  fileChanged: 'ファイルが読み取り中に変更されました。',
  fileOverLimit: ({ megabytes }) => `ファイルが${megabytes} MBを超えています（MAX_UPLOAD_MB）。`,
  fileTooLarge: ({ megabytes }) => `上限の${megabytes} MBを超えています。`,
  fileUnreadable: ({ code }) => `ファイルを読み取れません（${code}）。`,
  lineNeedsFile: '1行には`file`または`url`が必要です。',
  lineNotUtf8: '1行はUTF-8にしてください。',
  lineTooLong: ({ max }) => `1行は${max}バイト以内にしてください。`,
  lineNotObject: ({ example }) => `1行は${example}のようなJSONオブジェクト1つにしてください。`,
  listTooLarge: ({ megabytes }) => `このリストのテキストが${megabytes} MBを超えています。`,
  manifestFilePath: '`file`は、このファイルのフォルダー以下のパスにしてください。',
  noSuchFile: 'そのファイルはありません。',
  notASource: ({ name, known }) => `${name}はインポートできる形式ではありません。使用できる形式：${known}。`,
  notFile: 'ファイルではありません。',
  notMedia: 'GIF、WebP、PNG、動画のいずれのファイルでもありません。',
  notZip: 'ZIPアーカイブではないか、破損しています。',
  stillPicture: ({ format }) => `静止画です（${format}）。`,
  tooManyFiles: ({ max }) => `ファイルが${max}個を超えています。複数のアーカイブに分けて送信してください。`,
  zipBomb: ({ ratio }) => `展開すると圧縮時の${ratio}倍を超えるサイズになります。`,
  zipChecksum: 'チェックサムがアーカイブの記録と一致しません。',
  zipEncrypted: '暗号化されています。',
  zipEntryDamaged: 'アーカイブ内で破損しています。',
  zipEntryOutside: 'アーカイブの外にあります。',
  zipEntrySize: 'サイズがアーカイブの記録と一致しません。',
  zipEntryTooLarge: ({ megabytes }) =>
    `1ファイルは${megabytes} MBまでです。このファイルはそれを超えています。`,
  zipInZip: 'アーカイブ内のアーカイブは開きません。単独でインポートしてください。',
  zipLink: '通常のファイルではなく、リンクまたは特殊ファイルです。',
  zipMethod: ({ method }) =>
    `圧縮方式${method}は読み取れません。0（無圧縮）と8（Deflate）のみ対応しています。`,
  zipNameControl: '名前に制御文字が含まれています。',
  zipNameOutside: '名前がアーカイブの外を指しています。',
  zipNameTooLong: ({ max }) => `名前は${max}文字までです。`,
  zipNameTwice: 'この名前はアーカイブ内に2つあります。',
  zipNamesTooLong: 'このアーカイブ内の名前が長すぎます。',
  zipNoFile: 'アーカイブにそのファイルはありません。',
  zipOverlap: 'このアーカイブ内のファイルが重なり合っています。',
  zipTooLarge: ({ megabytes }) =>
    `アーカイブ内のファイルは合計${megabytes} MBまでです。このアーカイブはそれを超えています。`,
  zipTooManyFiles: ({ max, files }) =>
    `アーカイブに含められるファイルは${max}個までです。このアーカイブには${files}個あります。`,
}
