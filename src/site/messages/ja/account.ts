import { html } from '../../../lib/html.ts'
import type { accountMessages as english } from '../en/account.ts'
import { formatNumber } from './format.ts'

const gifs = (count: number) => `${formatNumber(count)}件のGIF`

export const accountMessages: typeof english = {
  email: 'メールアドレス',
  password: 'パスワード',
  signIn: {
    title: 'ログイン',
    heading: (siteName) => `${siteName}にログイン`,
    submit: 'ログイン',
    newHere: '初めてですか？',
    createAccount: 'アカウントを作成',
    signUpClosed: 'アカウントはこのサイトの運営者が作成します。',
    forgotPassword: 'パスワードをお忘れですか？このサイトの運営者が再設定できます。',
  },
  signUp: {
    title: 'アカウントを作成',
    description: (siteName) => `非公開GIFとAPIトークンを使うための${siteName}のアカウントです。`,
    heading: (siteName) => `${siteName}のアカウントを作成`,
    hint: '非公開GIF、自分のGIFの一覧、APIトークンを使えます。メールは送りません。',
    submit: 'アカウントを作成',
    closed: '新規登録は受け付けていません',
    closedHint: (siteName) => `アカウントは${siteName}の運営者が作成します。運営者に依頼してください。`,
    haveAccount: 'アカウントをお持ちですか？',
    signIn: 'ログイン',
  },
  signOn: {
    signIn: (provider) => `${provider}でログイン`,
    or: 'または',
    title: (provider) => `${provider}でログイン`,
    linkHint: (provider) => `アカウントを連携すると、${provider}でもログインできます。`,
    linkedHint: (provider) => `${provider}でログインできます。`,
    linkedSince: (host, day) => html`${host} · ${day}に連携`,
    link: (provider) => `${provider}と連携`,
    unlink: '連携を解除',
    toProvider: (provider) => ({
      title: `${provider}に進む`,
      text: `アカウントを連携するには、${provider}でログインしてください。`,
      go: '続ける',
    }),
    signedOut: (provider) => ({
      title: 'このサイトからログアウトしました',
      text: `続いて${provider}からログアウトします。`,
      go: `${provider}からログアウト`,
    }),
  },
  browser: { unknown: '不明なブラウザー', onSystem: (browser, system) => `${browser}（${system}）` },
  settings: {
    title: '設定',
    done: {
      password:
        'パスワードを変更しました。ほかのブラウザーはすべてログアウトされ、APIトークンはすべて無効になり、Webhookはすべて削除されました。',
      'password-only':
        'パスワードを変更しました。ほかのブラウザーはすべてログアウトされました。APIトークンとWebhookは引き続き使えます。',
      revoked: 'トークンを無効にしました。今後は使えません。',
      linked: 'アカウントを連携しました。',
      'linked-by-email':
        '同じメールアドレスのアカウントがすでにあったため、連携しました。以前のパスワード、APIトークン、Webhookがあった場合、それらは使えなくなりました。',
      unlinked:
        '連携を解除しました。今後はパスワードでログインしてください。ほかのブラウザーはすべてログアウトされました。',
      session: 'そのブラウザーをログアウトしました。',
      sessions: 'ほかのブラウザーをすべてログアウトしました。',
    },
    account: 'アカウント',
    memberSince: '登録日',
    premium: 'プレミアム',
    yes: 'はい',
    no: 'いいえ',
    hasPremium: '透かしのないGIFを作成できます。',
    noPremium: (siteName) =>
      `プレミアムアカウントは透かしを外せます。プレミアムは${siteName}の運営者が付与します。`,
    passwordTitle: 'パスワード',
    passwordHint: '変更すると、ほかのブラウザーはすべてログアウトされます。',
    noPassword: (howToSet) => html`このアカウントにはまだパスワードがありません。${howToSet}`,
    askOperator: 'このサイトの運営者に設定を依頼してください。',
    setOnServer: (command) => html`サーバーで設定してください：${command}`,
    currentPassword: '現在のパスワード',
    newPassword: '新しいパスワード',
    revokeTokens: 'アプリもログアウトする',
    revokeTokensHint:
      'すべてのAPIトークンを無効にし、すべてのWebhookを削除します。使っているプログラムには新しいものが必要になります。',
    changePassword: 'パスワードを変更',
    sessions: 'ログイン中のブラウザー',
    thisBrowser: 'このブラウザー',
    sessionTimes: (lastUsed, signedIn) => html`最終使用：${lastUsed} · ログイン：${signedIn}`,
    signOut: 'ログアウト',
    signOutOthers: 'ほかをすべてログアウト',
    data: 'あなたのデータ',
    dataHint:
      'アカウントについて保存しているすべてのデータと、GIFおよびMP4形式のあなたのGIFを、1つのZIPファイルにまとめます。',
    export: 'データをエクスポート',
    deleteAccount: 'アカウントを削除…',
  },
  endedAccess: {
    title: '終了したアクセス',
    by: {
      owner: (time) => `${time}にパスワードを変更しました。`,
      operator: (time) => `${time}にこのサイトの運営者があなたのアカウントへのアクセスを終了しました。`,
      'sign-on': (time) => `${time}にこのアカウントをあなたのログインと連携しました。`,
    },
    password: '以前のパスワードは使えません。',
    kinds: {
      sessions: 'ログアウトされたブラウザー',
      tokens: '無効になったAPIトークン',
      webhooks: '削除されたWebhook',
      identities: '解除されたログイン連携',
    },
    hint: 'これらのトークンやWebhookを使っていたプログラムには新しいものが必要です。',
    dismiss: '閉じる',
  },
  tokens: {
    title: 'APIトークン',
    hint: 'トークンを使うと、プログラムがあなたの名義でGIFを作成、変更、削除できます。',
    howItWorks: 'APIの使い方',
    times: (hint, created, lastUsed) =>
      html`${hint} · 作成：${created} · ${lastUsed === null ? '未使用' : html`最終使用：${lastUsed}`}`,
    revoke: '無効にする…',
    revokeAbout: (name) => html`トークン<bdi>${name}</bdi>`,
    name: '新しいトークンの名前',
    namePlaceholder: '使う場所',
    create: 'トークンを作成',
    created: '新しいトークン',
    copyNow:
      '今コピーしてください。再表示はできません。これを持つ人は誰でも、あなたの名義でGIFを作成、変更、削除できます。',
    token: 'トークン',
    tryIt: '試してみる',
    tryItHint: '動画の最初の3秒から非公開GIFを作成します。',
    exampleName: 'GIFを作成',
    uploaders: 'ほかのプログラムからアップロード',
    uploadersHint:
      'これらのファイルにはトークンが含まれます。1つ目はダブルクリックするとShareXで開きます。ほかのスクリーンショット用プログラムには、カスタムアップローダーとしてインポートできます。スクリプトは、渡されたファイルをアップロードしてアドレスを表示します。curlが必要です。',
    uploaderFormats: {
      sharex: 'カスタムアップローダー（.sxcu）',
      script: 'アップロード用スクリプト（.sh）',
    },
    copied: 'コピーしました',
    revokeTitle: 'このトークンを無効にしますか？',
    revokeHeading: (name) => html`トークン「<bdi>${name}</bdi>」を無効にしますか？`,
    revokeExplanation: (hint) =>
      html`<code>${hint}</code
        >で始まるトークンです。使っているプログラムはすぐに動かなくなります。この操作は元に戻せません。`,
    revokeConfirm: 'トークンを無効にする',
    revokeCancel: 'トークンを残す',
  },
  mine: {
    title: 'マイGIF',
    done: {
      private: (count) => `${gifs(count)}を非公開にしました。`,
      public: (count) => `${gifs(count)}を公開しました。`,
      change: (count) => `${gifs(count)}を変更しました。`,
      delete: (count) => `${gifs(count)}を削除しました。`,
    },
    makeVisible: (visibility, make) => html`${visibility}${make('にする')}`,
    private: '非公開',
    public: '公開',
    delete: '削除…',
    privateMark: '非公開',
    hiddenMark: '運営者が非表示に設定',
    edit: '編集',
    empty:
      'まだ何もありません。ログイン中に作成したGIFがここに表示され、編集、非公開への変更、削除ができます。',
    makeFirst: '最初のGIFを作成',
    deleteTitle: (count) => `${gifs(count)}を削除しますか？`,
    deleteHeading: (count) => `${gifs(count)}を完全に削除しますか？`,
    deleteExplanation: 'すぐに削除されます。リンクと埋め込みは使えなくなります。',
    deleteConfirm: (count) => `${gifs(count)}を削除`,
    deleteCancel: '残す',
  },
  remove: {
    title: 'アカウントを削除',
    heading: 'アカウントを完全に削除しますか？',
    noPassword:
      'この操作にはパスワードが必要ですが、アカウントにはまだ設定されていません。このサイトの運営者がパスワードを設定するか、代わりにアカウントを削除できます。',
    exportFirst: '先にデータをエクスポート',
    explanation: (count) =>
      `トークン、非公開GIF、メールアドレスがすぐに削除され、すべてのブラウザーがログアウトされます。${
        count === 0 ? '作成したGIFはありません。' : `作成したGIFは${formatNumber(count)}件です。`
      }`,
    publicGifs: '公開GIF',
    keepGifs: '名前を外して残す',
    deleteGifs: 'ファイルごと削除する',
    password: 'あなたのパスワード',
    confirm: 'アカウントを削除',
    cancel: 'アカウントを残す',
    goodbyeTitle: 'さようなら',
    goodbye: 'ご利用ありがとうございました',
    deleted: 'アカウントと個人のデータを削除しました。',
  },
}
