import type { toolsTexts as english } from '../../en/client/tools.ts'
import { formatNumber, formats } from '../format.ts'

export const toolsTexts: typeof english = {
  reading: 'アニメーションを読み込み中…',
  making: 'GIFを作成中…',
  canceled: 'キャンセルしました。もう一度試すには、何かを変更してください。',
  unreadable: 'お使いのブラウザーではこのファイルを開けません。「保存」を押すと、サーバーが変換します。',
  notFound: 'GIFを読み込めませんでした。ページを再読み込みして、もう一度お試しください。',
  tooLarge: 'このアニメーションはお使いのブラウザーには大きすぎます。「保存」を押すと、サーバーで試します。',
  damaged: 'このGIFは壊れているため、フレームを読み取れません。',
  invalid: '印の付いた項目を確認してください。',
  cropOutside: '切り抜きが画像からはみ出しています。',
  stopped: 'ブラウザーのメモリーが不足しました。フレームを減らすか、小さくしてください。',
  oldBrowser:
    'お使いのブラウザーは古いため、GIFを作成できません。更新するか、「保存」を押すとサーバーが作成します。',
  approximated: (count) =>
    `${formatNumber(count)}個のフレームが256色を超えています。最も少ない色を近い色に置き換えました。`,
  done: (before, after, percent) =>
    percent === 0
      ? `${before} → ${after}`
      : `${before} → ${after}（${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}%）`,
  converting: (format, percent) => `${format}を作成中… ${percent}%`,
  converted: (format, change) => `${format}: ${change}`,
  cannotConvert: (format) =>
    `お使いのブラウザーでは${format}を作成できませんでした。「保存」を押すと、GIFのページで${format}を入手できます。`,
  pixels: (width, height) => `${width} × ${height}`,
  seconds: (milliseconds) => formats.formatDuration(milliseconds),
  bytes: (bytes) => formats.formatBytes(bytes),
  archive: 'フレームをまとめています…',
  strip: {
    frame: (number, milliseconds) => `フレーム${number}、${formatNumber(milliseconds)}ミリ秒`,
    held: (times) => `×${times}`,
    selectAll: 'すべて選択',
    remove: '削除',
    longer: '長く',
    shorter: '短く',
    undo: '元に戻す',
    redo: 'やり直す',
    count: (count, all) => `${formatNumber(all)}フレーム中${formatNumber(count)}フレーム`,
    last: 'GIFには1つ以上のフレームが必要です。',
  },
  saving: '保存中…',
  saveFailed: 'GIFを保存できませんでした。接続を確認して、もう一度お試しください。',
}
