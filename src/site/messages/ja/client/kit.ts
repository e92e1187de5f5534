import type { kitTexts as english } from '../../en/client/kit.ts'

export const kitTexts: typeof english = {
  play: '再生',
  pause: '一時停止',
  copied: 'コピーしました',
  favoriteAdded: 'お気に入りに追加しました。',
  favoriteRemoved: 'お気に入りから外しました。',
  pressCtrlC: 'Ctrl+Cを押してください',
  showPassword: '表示',
  hidePassword: '隠す',
  password: 'パスワード',
  passwordShown: 'パスワードを表示しています。',
  passwordHidden: 'パスワードを隠しています。',
  suggestions: '候補',
  suggestionKinds: { trending: 'トレンド', tag: 'タグ', search: '', category: 'カテゴリー', gif: 'GIF' },
}
