import type { requestErrors as english } from '../../../lib/errors/request-errors.ts'

/** The sentences of errors about requests and their values, in Japanese. */
export const requestErrors: typeof english = {
  authorizationShape: 'Authorizationヘッダーは、Bearer、スペース、トークンの順にしてください。',
  base64NotValid: ({ name }) => `\`${name}\`のデータが有効なBase64ではありません。`,
  bodyCompressed: '圧縮された本文は受け付けられません。Content-Encodingなしで送信してください。',
  bodyNotObject: '本文は1つのJSONオブジェクトにしてください：{"key": value, …}。',
  bodyOverLimit: ({ megabytes }) => `送信するデータが上限の${megabytes} MBを超えています。`,
  bodyTooLarge: '本文が大きすぎます。',
  bodyTooSlow: 'リクエスト本文の到着が遅すぎました。接続を確認して、もう一度お試しください。',
  bodyType:
    '本文はapplication/json、application/x-www-form-urlencoded、multipart/form-dataのいずれかにしてください。',
  bodyTypes: ({ others, last }) => `本文は${others}または${last}にしてください。`,
  bodyWithoutBoundary: 'リクエスト本文が境界で始まっていません。',
  bodyWithoutEnd: 'リクエスト本文が最後の境界の前で終わっています。',
  boundaryMissing: '本文のContent-Typeには、70文字以内のboundaryを指定してください。',
  boundaryNotAlone: 'リクエスト本文の境界が行の中で単独になっていません。',
  callsOfAccount: ({ seconds }) =>
    `このアカウントの呼び出しが多すぎます。${seconds}秒後にもう一度お試しください。`,
  callsOfAddress: ({ seconds }) =>
    `このアドレスからの呼び出しが多すぎます。${seconds}秒後にもう一度お試しください。`,
  callsOfApp: ({ seconds }) => `このアプリの呼び出しが多すぎます。${seconds}秒後にもう一度お試しください。`,
  categoryRequired: '`category`は必須です。カテゴリーがまだありません。',
  changeCollectionNeedsToken: 'コレクションを変更するには、APIトークンが必要です。',
  changeNeedsToken: 'GIFを変更するには、所有者のAPIトークンが必要です。',
  collectionNeedsToken: 'コレクションには、APIトークンが必要です。',
  connectionEnded: '本文が終わる前に接続が切れました。',
  deleteCollectionNeedsToken: 'コレクションを削除するには、APIトークンが必要です。',
  deleteNeedsToken: 'GIFを削除するには、所有者のAPIトークンが必要です。',
  expectHeader: 'Expectヘッダーには100-continueのみ指定できます。',
  favoriteNeedsToken: 'お気に入りには、APIトークンが必要です。',
  fieldNotKept: ({ field }) =>
    `\`${field}\`はアニメーションを変更し、\`keep\`はそのまま取り込みます。どちらかを外してください。`,
  fileOrUrlRequired: '`file`または`source_image_url`は必須です。',
  fileOverLimitOfField: ({ name, megabytes }) =>
    `\`${name}\`が1ファイルの上限の${megabytes} MBを超えています。`,
  filesOverLimitOfField: ({ name, megabytes }) =>
    `\`${name}\`が1回の送信の上限の${megabytes} MBを超えています。`,
  formNotValid:
    '本文が有効なURLエンコードのテキストではありません。%の後には16進数が2桁必要で、テキストはUTF-8でなければなりません。',
  gifAndFile: '`gif`と`file`は別々のアニメーションです。どちらか一方を送信してください。',
  headersTooLarge: 'リクエストのアドレスとヘッダーが大きすぎます。',
  holdsOneFile: ({ name }) => `\`${name}\`に含められるファイルは1つまでです。`,
  httpVersion: 'リクエストはHTTP/1.1にしてください。',
  itemsTooLong: ({ name, max }) => `\`${name}\`はそれぞれ${max}文字までです。`,
  jsonNotValid: '本文が有効なJSONではないか、途中で切れています。',
  jsonTooDeep: ({ max }) => `本文のJSONのネストが${max}階層を超えています。`,
  keyNeeded: 'このサーバーにはAPIキーが必要です。',
  keyNotValid: 'APIキーが無効です。このサーバーの運営者に発行を依頼してください。',
  layersNotKept: '`layers`はアニメーションを変更し、`keep`はそのまま取り込みます。どちらかを外してください。',
  listCollectionsNeedsToken: 'コレクションを一覧するには、APIトークンが必要です。',
  listFavoritesNeedsToken: 'お気に入りを一覧するには、APIトークンが必要です。',
  listNeedsToken: '自分のGIFを一覧するには、APIトークンが必要です。',
  methodNotTaken: ({ method }) => `このサービスは${method}を受け付けません。`,
  methods: ({ methods }) => `このアドレスは${methods}だけを受け付けます。`,
  mustBeAnimations: ({ name, type }) =>
    `\`${name}\`にはアニメーション（data URL（data:<${type}>;base64,<data>）、またはmultipartのファイルパート）を指定してください。`,
  mustBeAnyNumber: ({ name }) => `\`${name}\`には数値を指定してください。`,
  mustBeAnyOf: ({ name, choices }) =>
    `\`${name}\`には${choices.replaceAll(',', 'または')}を指定してください。`,
  mustBeAnyWhole: ({ name }) => `\`${name}\`には整数を指定してください。`,
  mustBeFile: ({ name }) => `\`${name}\`にはファイルパートまたはdata URLを指定してください。`,
  mustBeFiles: ({ name }) => `\`${name}\`にはファイルを指定してください。`,
  mustBeFrames: ({ name, max }) =>
    `\`${name}\`には「1-10,12x3,15-」のようなフレーム（番号と範囲をカンマ区切り、「x3」で3倍の長さ、最大x${max}）を指定してください。`,
  mustBeGifCode: ({ name }) => `\`${name}\`にはGIFのコードを指定してください。`,
  mustBeGifCodes: ({ name }) => `\`${name}\`にはGIFのコードを指定してください。`,
  mustBeGifsOfYours: ({ name, max }) => `\`${name}\`には自分のGIFを${max}個までを指定してください。`,
  mustBeOneFile: ({ name }) => `\`${name}\`にはファイル1つを指定してください。`,
  mustBePictures: ({ name, type }) =>
    `\`${name}\`には2つ以上のdata URL（data:<${type}>;base64,<data>）、またはmultipartのファイルパートを指定してください。`,
  mustBeShortText: ({ name, max }) => `\`${name}\`には${max}文字以内のテキストを指定してください。`,
  mustBeSomeFiles: ({ name, max }) => `\`${name}\`にはファイルを${max}個までを指定してください。`,
  mustBeText: ({ name }) => `\`${name}\`にはテキストを指定してください。`,
  mustBeTexts: ({ name }) => `\`${name}\`にはテキストまたはテキストのリストを指定してください。`,
  mustBeTwoPictures: ({ name }) => `\`${name}\`には2つ以上の画像を指定してください。`,
  mustBeUpload: ({ name, type }) =>
    `\`${name}\`にはdata URL（data:<${type}>;base64,<data>）、またはmultipartのファイルパートを指定してください。`,
  mustBeUploads: ({ name, type }) =>
    `\`${name}\`にはdata URL（data:<${type}>;base64,<data>）、またはmultipartのファイルパートを指定してください。`,
  mustBeVideoFile: ({ name }) => `\`${name}\`には動画ファイル1つを指定してください。`,
  mustBeVideoOrAnimation: ({ name }) =>
    `\`${name}\`には動画、またはアニメーションGIFかWebPを指定してください。`,
  mustBeWholeFrom: ({ name, min }) => `\`${name}\`には${min}以上の整数を指定してください。`,
  mustBeWholeNumbers: ({ name }) => `\`${name}\`には整数を指定してください。`,
  mustBeWithFlag: ({ name, value, flag }) =>
    `\`${flag}\`が1のとき、\`${name}\`は${value}にするか省略してください。`,
  mustNotBeWithFlag: ({ name, value, flag }) =>
    `\`${flag}\`が0のとき、\`${name}\`は${value}以外にするか省略してください。`,
  noConnect: 'このサービスはCONNECTを受け付けません。',
  noData: ({ name }) => `\`${name}\`にデータがありません。`,
  noGifWithId: 'このIDのGIFはありません。',
  nothingHere: 'このアドレスには何もありません。',
  nothingInApi: 'このアドレスには何もありません。/api/docsを参照してください。',
  oneHost: 'リクエストにはHostを1つ指定してください。',
  partHeaderTooLong: 'パートのヘッダーが長すぎます。',
  partTransferEncoded: '本文の一部が転送エンコードされています。そのままの形で送信してください。',
  partWithoutName: '本文の一部に、`form-data`と名前を示すヘッダーがありません。',
  picturesNotKept:
    '`keep`はアニメーションをそのまま取り込みます。画像からは新しく作成するため、`keep`を外してください。',
  queryOrCategory: '`q`と`category`の少なくとも一方を指定してください。',
  ratingWithNsfw: '`nsfw`が1のとき、`rating`はrにするか省略してください。',
  requestAddress: 'リクエストのアドレスを読み取れませんでした。',
  requestTooSlow: 'リクエストが時間内に届きませんでした。',
  requestUnreadable: 'リクエストを読み取れませんでした。',
  required: ({ name }) => `\`${name}\`は必須です。`,
  sendGifOrFile: '`gif`（GIFのコード）または`file`（アニメーション）を送信してください。',
  stickerTooLarge: ({ place, name, megabytes }) =>
    `\`${name}\`の画像${place}が上限の${megabytes} MBを超えています。`,
  tenorLimit: '`limit`は1から50までの整数にしてください。',
  textNotUtf8: '本文のテキストはUTF-8にしてください。',
  textTooLarge: ({ kilobytes }) => `本文のテキストが上限の${kilobytes} KBを超えています。`,
  tooLong: ({ name, max }) => `\`${name}\`は${max}文字以内にしてください。`,
  tooManyFields: ({ max }) => `本文のフィールドは${max}個までです。`,
  tooManyFollowers: '進行状況を追跡しているページが多すぎます。代わりに/api/status/{task}を使ってください。',
  tooManyHeaders: ({ max }) => `リクエストのヘッダーが${max}個を超えています。`,
  tooManyItems: ({ name, max }) => `\`${name}\`に含められるファイルは${max}個までです。`,
  tooManyParameters: ({ max }) => `アドレスのパラメーターが${max}個を超えています。`,
  transferEncoding: '使えるTransfer-Encodingは、HTTP/1.1のchunkedだけです。',
  videoType: ({ name, types }) => `\`${name}\`は次のいずれかにしてください：${types}。`,
  wrongKeys: ({ seconds }) =>
    `このアドレスから誤ったキーが何度も送信されました。${seconds}秒後にもう一度お試しください。`,
  wrongTokens: ({ seconds }) =>
    `このアドレスから、誤ったトークンやログインが何度も送信されました。${seconds}秒後にもう一度お試しください。`,
}
