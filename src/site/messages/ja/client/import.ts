import type { importTexts as english } from '../../en/client/import.ts'
import { formatNumber } from '../format.ts'

export const importTexts: typeof english = {
  progress: (sent, all) => `${formatNumber(all)}個中${formatNumber(sent)}個のファイルを送信しました`,
  paused: (sent, all) =>
    `一時停止中。${formatNumber(all)}個中${formatNumber(sent)}個のファイルを送信しました`,
  waits: (seconds) => `サーバーが混み合っています。${seconds}秒後に再開します。`,
  pause: '一時停止',
  resume: '再開',
  failed: (count) => `${formatNumber(count)}個のファイルを送信できませんでした。`,
  lost: '接続が切れました。',
  tooMany: (max) => `一度に送信できるのは、最初の${formatNumber(max)}個のファイルだけです。`,
  tooLarge: (name, limit) => `${name}は${limit}を超えています。`,
  nothing: 'ドロップしたものにファイルがありません。',
  reading: 'フォルダーを読み込み中…',
  allMade: 'すべてのファイルが完了しました。',
}
