import { html } from '../../../lib/html.ts'
import type { collectionMessages as english } from '../en/collections.ts'
import { formatNumber } from './format.ts'

const gifs = (count: number) => `${formatNumber(count)}件のGIF`

export const collectionMessages: typeof english = {
  favorites: {
    title: 'お気に入り',
    empty: 'お気に入りはまだありません。GIFのハートを押すと、ここに保存されます。',
    browse: 'GIFを見る',
  },
  list: {
    title: 'コレクション',
    empty:
      'コレクションはまだありません。GIFをまとめておくと、また探したり、共有したり、一覧として埋め込んだりできます。',
    emptyCollection: '空',
    done: { deleted: 'コレクションを削除しました。' },
  },
  form: {
    newHeading: '新しいコレクション',
    name: '名前',
    description: '説明',
    descriptionHint: '任意。1～2文で。',
    visibility: '公開範囲',
    visibilities: {
      public: '全員',
      unlisted: 'リンクを知っている人',
      private: '自分だけ',
    },
    create: 'コレクションを作成',
    createAndAdd: '作成して追加',
    save: '保存',
    cancel: 'キャンセル',
  },
  marks: { public: '公開', unlisted: '限定公開', private: '非公開', hidden: '非表示' },
  page: {
    description: (name, count) => `${name}：${gifs(count)}のコレクション。`,
    heading: '共有',
    link: 'リンク',
    copyLink: 'リンクをコピー',
    more: 'その他',
    embed: '埋め込み',
    embedHint: '公開GIFを、どのサイトにも一覧で表示できます。',
    feed: 'フィード',
    edit: '編集',
    delete: '削除',
    hide: '非表示にする',
    show: '再表示',
    empty: 'このコレクションには表示できるGIFがありません。',
    emptyOwn: 'まだ何もありません。GIFを開き、「その他」から「コレクションに追加」を選んでください。',
    hiddenForAdmin: '非表示です。所有者と運営者だけが見られます。',
    hiddenForOwner: '運営者が非表示にしました。あなたと運営者だけが見られます。',
    private: '非公開です。あなただけが見られます。',
    onlyYours: (count) =>
      `この中の${gifs(count)}は、あなただけに表示されます。ほかの人には公開GIFだけが表示されます。`,
    feedTitle: (name, siteName) => `${name} · ${siteName}`,
  },
  report: {
    link: 'このコレクションを報告',
    title: 'コレクションを報告',
    heading: (name) => html`「<bdi>${name}</bdi>」の問題は何ですか？`,
    hint: '個別のGIFの報告や権利の主張は、そのGIFのページから行ってください。',
    sent: 'ありがとうございます。運営者が確認します。',
  },
  edit: {
    title: 'コレクションを編集',
    gifs: 'GIF',
    earlier: '前へ移動',
    later: '後ろへ移動',
    first: '先頭へ移動',
    remove: '外す',
    saved: '保存しました。',
  },
  delete: {
    title: 'このコレクションを削除しますか？',
    explanation: (name) =>
      html`「<bdi>${name}</bdi>」はすぐに削除されます。GIFは残ります。リンクと埋め込みは使えなくなります。`,
    confirm: 'コレクションを削除',
    cancel: 'コレクションを残す',
  },
  collect: {
    title: 'コレクションに追加',
    heading: (title) => html`「<bdi>${title}</bdi>」をコレクションに追加`,
    add: '追加',
    remove: '外す',
    back: 'GIFに戻る',
  },
  embed: {
    pageTitle: (name, siteName) => `${name} · ${siteName}`,
    all: (count, siteName) => html`${siteName}の${gifs(count)}`,
    missing: 'このコレクションは利用できません。',
    missingTitle: (siteName) => `利用できません · ${siteName}`,
    more: (siteName) => `${siteName}でもっと見る`,
  },
}
