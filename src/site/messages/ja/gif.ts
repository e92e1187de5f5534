import { html } from '../../../lib/html.ts'
import type { gifMessages as english } from '../en/gif.ts'

export const gifMessages: typeof english = {
  description: (title, duration, category) => `${title}：${category}のGIF（${duration}）。`,
  labels: 'カテゴリーとタグ',
  alt: '説明：',
  facts: { size: 'サイズ', duration: '長さ', frames: 'フレーム', rating: 'レーティング', created: '作成日' },
  share: { heading: '共有', link: 'リンク', copyLink: 'リンクをコピー', share: '共有…' },
  more: {
    button: 'その他',
    copy: 'コピー',
    download: 'ダウンロード',
    collect: 'コレクションに追加…',
    report: 'このGIFを報告',
  },
  related: '似たGIF',
  manage: {
    own: 'あなたのGIF',
    admin: '管理',
    edit: '編集',
    hide: '非表示にする',
    show: '再表示',
    delete: '削除',
    remove: '削除',
    notices: '報告',
  },
  underWay: {
    title: 'このGIFは作成中です',
    hint: '数秒で完了します。混み合っているときは数分かかります。ページは自動的に更新されます。',
  },
  visibility: {
    hiddenForAdmin: '非表示です。所有者と運営者だけが見られます。',
    hiddenForOwner: '運営者が非表示にしました。あなたと運営者だけが見られます。',
    readDecision: '決定を読む',
    unlisted: '限定公開です。リンクを知っている人は見られますが、ほかの場所には表示されません。',
    privateForAdmin: '非公開です。所有者だけが見られます。未対応の報告がある間は、運営者も見られます。',
    privateForOwner:
      '非公開です。このページを見られるのはあなただけです。ファイルへのリンクには期限があります。',
  },
  delete: {
    title: 'このGIFを削除しますか？',
    heading: 'このGIFを完全に削除しますか？',
    explanation: (title) =>
      html`「<bdi>${title}</bdi>」とそのファイルはすぐに削除されます。リンクと埋め込みは使えなくなります。`,
    confirm: 'GIFを削除',
    cancel: 'GIFを残す',
    done: 'GIFを削除しました',
    doneExplanation:
      'ページとファイルは削除されました。ほかのサービスのキャッシュには、コピーがしばらく残ることがあります。',
    makeAnother: '別のGIFを作成',
  },
  edit: {
    title: 'GIFを編集',
    titleField: 'タイトル',
    alt: '説明',
    altHint:
      '見ることができない人と検索のための説明です。誰が何をしているか、どんな文字があるかを1～2文で書いてください。',
    category: 'カテゴリー',
    tags: 'タグ',
    tagsHint: (maxTags) => `カンマ区切りで${maxTags}個まで。`,
    hidden: '運営者が非表示にしました。再表示されるまで、公開範囲は変更できません。',
    save: '保存',
    cancel: 'キャンセル',
    delete: 'このGIFを削除…',
  },
  embed: {
    pageTitle: (title, siteName) => `${title} · ${siteName}`,
    notSafeForWork: '閲覧注意です。押すと表示します。',
    flashing: 'このGIFは点滅します。押すと表示します。',
    caption: (title, siteName) => html`<bdi>${title}</bdi> · ${siteName}`,
    missingTitle: (siteName) => `利用できません · ${siteName}`,
    missing: 'このGIFは利用できません。',
    more: (siteName) => `${siteName}でもっと見る`,
  },
  oembed: {},
}
