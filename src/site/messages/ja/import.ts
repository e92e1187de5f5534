import { html } from '../../../lib/html.ts'
import type { importMessages as english } from '../en/import.ts'
import { formatNumber } from './format.ts'

const files = (count: number) => `${formatNumber(count)}個のファイル`

export const importMessages: typeof english = {
  title: 'GIFをインポート',
  description: '手元のGIFを、そのままの形で取り込めます。',
  lead: 'フレーム、時間、色はすべてそのまま残り、透かしも付きません。',
  visitor: {
    heading: 'GIFをインポートするにはログインしてください',
    why: 'インポートしたGIFはアカウントに属し、後からタグ付け、非公開への変更、削除ができます。',
    signUpClosed: '運営者にアカウントを依頼してください。',
    signIn: 'ログイン',
    signUp: 'アカウントを作成',
  },
  files: 'ファイル',
  filesHint: (each, all, max) =>
    `GIF、アニメーションWebPとPNG、音声のないMP4とWebM：1個${each}まで。それらのZIPも使えます。一度に${formatNumber(max)}個、合計${all}まで。`,
  drop: 'GIF、フォルダー、ZIPをここにドロップ',
  chooseFiles: 'ファイルを選択',
  chooseFolder: 'フォルダーを選択',
  limits: (each, zip, max) => `1個${each}のファイルを${formatNumber(max)}個まで、または${zip}までのZIP。`,
  waitingLimit: (max) => `一度に待機できるファイルは${formatNumber(max)}個までです。`,
  details: '全ファイル共通',
  detailsHint: '後から1件ずつ、またはまとめて変更できます。',
  category: 'カテゴリー',
  chooseCategory: 'カテゴリーを選択…',
  tags: 'タグ',
  tagsHint: (max) => `カンマ区切りで${max}個まで。`,
  folders: 'フォルダー名をタグにする',
  visibility: '公開範囲',
  submit: 'インポート',
  recent: '最近のインポート',
  recentItem: (count, ago) => html`${files(count)}、${ago}`,
  sending: {
    heading: '送信中',
    pause: '一時停止',
    cancel: 'キャンセル',
    retry: '再試行',
    failed: '送信できませんでした',
  },
  table: {
    title: 'インポートしたファイル',
    counts: (counts) =>
      [
        counts.done > 0 && `完了${formatNumber(counts.done)}`,
        counts.making > 0 && `作成中${formatNumber(counts.making)}`,
        counts.waiting > 0 && `待機中${formatNumber(counts.waiting)}`,
        counts.exists > 0 && `登録済み${formatNumber(counts.exists)}`,
        counts.refused > 0 && `拒否${formatNumber(counts.refused)}`,
        counts.gone > 0 && `削除済み${formatNumber(counts.gone)}`,
      ]
        .filter((text) => text !== false)
        .join(' · '),
    leave: 'このページを離れても、GIFの作成は続きます。',
    refresh: '更新',
    more: 'さらにインポート',
    caption: (total) => files(total),
    columns: {
      select: '選択',
      gif: 'GIF',
      state: '状態',
      tags: 'タグ',
      category: 'カテゴリー',
      rating: 'レーティング',
      visibility: '公開範囲',
      alt: '説明',
    },
    states: {
      waiting: '待機中',
      making: '作成中',
      done: '完了',
      exists: '登録済み',
      refused: '拒否',
      gone: '削除済み',
    },
    none: 'なし',
    edit: '編集',
    unrated: 'レーティングなし',
    all: (total) => `選択したものだけでなく、このインポートの${formatNumber(total)}件すべて`,
    delete: '削除…',
    done: {
      change: (count) => `${files(count)}を変更しました。`,
      delete: (count) => `${files(count)}を削除しました。`,
      remake: (count) => `${files(count)}からGIFを作成します。`,
    },
    moreRefused: (listed: number, more: number) =>
      `拒否されたファイルは最初の${formatNumber(listed)}件だけ表示しています。ほかに${formatNumber(more)}件が拒否されました。`,
    unchanged: (count) =>
      `${files(count)}は変更されませんでした。拒否された、作成中である、またはほかのアカウントのものです。`,
    remake: 'GIFを作成',
    remakeHint: (count) =>
      `${files(count)}は、そのまま保存できる制限を超えています。それらからGIFを作成することはできます。`,
    deleteTitle: (count) => `${files(count)}を削除しますか？`,
    deleteHeading: (count) => `${files(count)}を完全に削除しますか？`,
    deleteExplanation:
      'これらのGIFはすぐに削除され、待機中のものは作成されません。以前からあるGIFは残ります。',
    deleteConfirm: (count) => `${files(count)}を削除`,
    deleteCancel: '残す',
  },
}
