import type { browseTexts as english } from '../../en/client/browse.ts'
import { formatNumber } from '../format.ts'

export const browseTexts: typeof english = {
  loading: '読み込み中…',
  loaded: (added, total) =>
    `さらに${formatNumber(added)}件のGIFを読み込みました。合計${formatNumber(total)}件です。`,
  loadingFailed: '続きのGIFを読み込めませんでした。次のページへのリンクをご利用ください。',
  searchFailed: '検索に失敗しました。Enterキーを押すともう一度検索します。',
  dropHere: 'ドロップしてGIFを作成',
  opening: 'エディターを開いています…',
  notOpened: 'このブラウザーではファイルを保持できませんでした。「GIFを作成」を開いて選択してください。',
}
