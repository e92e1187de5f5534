import { html } from '../../../lib/html.ts'
import type { browseMessages as english } from '../en/browse.ts'

export const browseMessages: typeof english = {
  description: (siteName) => `${siteName}でGIFを見る、探す、コピーする。`,
  feedTitle: (siteName, text) => (text === '' ? `新着GIF · ${siteName}` : `「${text}」 · ${siteName}`),
  newest: '新着GIF',
  popular: '人気のGIF',
  trending: 'トレンド',
  trendingSearches: '人気の検索',
  searchHeading: (text) => `「${text}」`,
  searchInCategory: (text, category) => `「${text}」（${category}）`,
  correctedHeading: (text) => `「${text}」の検索結果`,
  note: {
    searchInstead: (text) => `「${text}」で検索する`,
    exactOnly: '完全に一致するものだけを表示しています。',
    includeClose: '近いものも表示',
    partial: 'すべての語に一致するGIFはありません。多くの語に一致するGIFを表示しています。',
  },
  sort: { label: '並べ替え', relevance: '関連度順', newest: '新着順', popular: '人気順' },
  categories: 'カテゴリー',
  allCategories: 'すべて',
  tools: { pause: '一時停止', random: 'ランダム', showNsfw: 'NSFWを表示', hideNsfw: 'NSFWを隠す' },
  empty: {
    noMatch: 'GIFが見つかりませんでした。語を減らすか、つづりを確認してください。',
    closest: 'もしかして',
    emptyCategory: 'このカテゴリーにはまだGIFがありません。',
    onlyNsfw: 'ここにあるGIFはすべてNSFWです。見るには「NSFWを表示」をオンにしてください。',
    unknownCategory: 'カテゴリーが見つかりません',
    unknownCategoryHint: '名前が変わったか、削除された可能性があります。上から選んでください。',
    searchAll: 'すべてのカテゴリーで検索',
    allGifs: 'すべてのGIF',
    makeOne: 'GIFを作成',
  },
  firstGif: {
    heading: '最初のGIFを作成しましょう',
    hint: 'まだ誰もGIFを共有していません。動画、リンク、または数枚の画像から、数秒で作れます。',
    make: 'GIFを作成',
    developers: (link) => html`開発者の方は<a href="${link}">APIをご利用ください。</a>`,
  },
}
