import type { previewTexts as english } from '../../en/client/preview.ts'
import { formatBytes, formatNumber } from '../format.ts'

export const previewTexts: typeof english = {
  alt: 'あなたのGIF',
  play: '再生',
  pause: '一時停止',
  compare: '比較',
  compareLong: '元の素材と比較',
  size: (gif) =>
    [
      `${gif.isAbout ? '約' : ''}${formatBytes(gif.bytes)}`,
      `${gif.width}\u{a0}×\u{a0}${gif.height}`,
      `${formatNumber(gif.frames)}フレーム`,
    ].join(' · '),
  estimated: (bytes) =>
    `約${formatBytes(bytes)}。このクリップは長すぎてプレビューできませんが、GIFは作成できます。`,
  download: 'ダウンロード',
  downloadHelp: 'ブラウザー内で作成します。何もアップロードされません。',
  downloadHelpKept: 'ブラウザー内で作成します。サーバーにあるのは素材だけです。',
  downloading: (percent) => `GIFを作成中：${percent}%`,
  saved: (name) => `${name}を保存しました。何もアップロードされていません。`,
  savedKept: (name) => `${name}を保存しました。アップロードはされていません。`,
  problems: {
    'does-not-fit': 'GIFがサイズの上限に収まりません。上限を上げるか、もっと短いクリップを選んでください。',
    'too-large': 'このクリップはお使いのブラウザーには長すぎます。代わりに「GIFを作成」をお使いください。',
    unreadable: 'GIFは作成前に表示できませんが、「GIFを作成」は使えます。',
    'old-browser':
      'お使いのブラウザーは古いため、プレビューを表示できません。更新するとここにGIFが表示されます。「GIFを作成」は使えます。',
  },
}
