import type { captionsMessages as english } from '../en/captions.ts'

export const captionsMessages: typeof english = {
  panel: 'キャプションとステッカー',
  top: '上のテキスト',
  bottom: '下のテキスト',
  plainHint: '白い文字に黒い縁取りが付きます。',
  add: 'GIFに追加',
  addText: 'テキストを追加',
  addCaptions: '上下に追加',
  addSticker: 'ステッカーを追加',
  addBlur: '一部をぼかす',
  list: 'レイヤー（手前から順）',
  help: 'レイヤーをドラッグして配置します。',
  stickersGone: 'このGIFのステッカーはもう保存されていません。ステッカーなしで作成されます。',
  licenses: 'フォントのライセンス',
  newTab: '（新しいタブで開きます）',
}
