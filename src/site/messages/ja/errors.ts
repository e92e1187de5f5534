/** The sentences of errors by the English ones, which stand where the errors are thrown; see also `source-errors.ts`. */
export const errorSentences: Readonly<Record<string, string>> = {
  'A GIF without the watermark needs a Premium account.':
    '透かしのないGIFにはプレミアムアカウントが必要です。',
  'A GIF without the watermark needs a Premium account: send its API token.':
    '透かしのないGIFにはプレミアムアカウントが必要です。そのAPIトークンを送信してください。',
  'A category code is made of lower-case letters, digits and hyphens.':
    'カテゴリーのコードに使えるのは、英小文字、数字、ハイフンです。',
  'A category needs a name.': 'カテゴリーには名前が必要です。',
  'A collection can have {1} GIFs. Begin another one.':
    'コレクションに追加できるGIFは{1}件までです。別のコレクションを作成してください。',
  'A file of the snapshot is gone.': 'スナップショットのファイルがなくなっています。',
  'A part of the body is transfer-encoded; send it as it is.':
    '本文の一部が転送エンコードされています。そのままの形で送信してください。',
  'A part of the body lacks a header that says `form-data` and its name.':
    '本文の一部に、`form-data`と名前を示すヘッダーがありません。',
  'A password {1} is being checked already; try again in a moment.':
    'すでにパスワードを確認中です（{1}）。少し待ってからもう一度お試しください。',
  'A private GIF needs an account: send its API token.':
    '非公開GIFにはアカウントが必要です。そのAPIトークンを送信してください。',
  'An account can have {1} tokens. Revoke one that is not used.':
    'アカウントのトークンは{1}個までです。使っていないものを無効にしてください。',
  'At the moment, {1} can’t be reached. Try again later.':
    '現在{1}に接続できません。しばらくしてからもう一度お試しください。',
  'Choose a category.': 'カテゴリーを選択してください。',
  'Choose at least one event.': 'イベントを1つ以上選択してください。',
  'Choose at least two pictures.': '画像を2枚以上選択してください。',
  'Choose what to change.': '変更する内容を選択してください。',
  'Compressed bodies are not accepted; send it without Content-Encoding.':
    '圧縮された本文は受け付けられません。Content-Encodingなしで送信してください。',
  'Confirm that it’s you to continue.': '続けるには、本人確認をしてください。',
  'Each of `{1}` must have at most {2} characters.': '`{1}`はそれぞれ{2}文字までです。',
  'Each of `tags[]` must have at most {1} characters.': '`tags[]`はそれぞれ{1}文字までです。',
  'Enter an e-mail address, such as anna@example.org.':
    'anna@example.orgのようなメールアドレスを入力してください。',
  'Enter your password to continue.': '続けるにはパスワードを入力してください。',
  'Give a reason for the decision.': '決定の理由を書いてください。',
  'Larger than the limit of {1} MB.': '上限の{1} MBを超えています。',
  'Making GIFs needs an account here: send its API token, or sign in.':
    'このサイトでGIFを作成するにはアカウントが必要です。そのAPIトークンを送信するか、ログインしてください。',
  'Making the GIF took longer than {1} seconds; try a shorter or smaller clip.':
    'GIFの作成に{1}秒以上かかりました。もっと短いか小さいクリップでお試しください。',
  'Your imports list {1} refused files and copies, and that is the limit. Delete some of them, or wait until the oldest are forgotten.':
    'インポートの一覧にある拒否されたファイルと重複が上限の{1}件に達しました。いくつか削除するか、古いものが消えるまでお待ちください。',
  'More than {1} files. Send them in several archives.':
    'ファイルが{1}個を超えています。複数のアーカイブに分けて送信してください。',
  'No GIF of this kind can be made of this source. Choose it again.':
    'この素材からこの種類のGIFは作成できません。もう一度選択してください。',
  'Not a file.': 'ファイルではありません。',
  'Only an operator may decide about a GIF.': 'GIFに関する決定は運営者だけが行えます。',
  'Only operators merge GIFs.': 'GIFの統合は運営者だけが行えます。',
  'Only the account that asked for this GIF can cancel it.':
    'このGIFの作成をキャンセルできるのは、依頼したアカウントだけです。',
  'Picture {1} takes more memory than this service gives one.':
    '画像{1}に必要なメモリが、このサービスの上限を超えています。',
  'Picture {1} is damaged and could not be decoded.': '画像{1}は壊れており、デコードできませんでした。',
  'Picture {1} has more pixels than this service accepts.':
    '画像{1}のピクセル数が、このサービスの上限を超えています。',
  'Picture {1} is in {2}, which cannot be read here; send a JPEG or PNG instead.':
    '画像{1}は{2}形式で、ここでは読み取れません。JPEGまたはPNGを送ってください。',
  'Picture {1} must be one of these: {2}.': '画像{1}は次のいずれかにしてください：{2}。',
  'Picture {1} takes too long to be decoded.': '画像{1}のデコードに時間がかかりすぎます。',
  'Publishing needs an account here.': '公開するにはこのサイトのアカウントが必要です。',
  'Reading the site takes more processor time than this service has for it.':
    'サイトの読み取りに必要な処理時間が、このサービスの上限を超えています。',
  'Send one of `url`, `file` and `picture`.': '`url`、`file`、`picture`のいずれか1つを送信してください。',
  'Sign-up is closed here. Ask the operator of this site for an account.':
    '新規登録は受け付けていません。このサイトの運営者にアカウントを依頼してください。',
  'Signing in with {1} was canceled.': '{1}でのログインはキャンセルされました。',
  'The Authorization header must be: Bearer, a space, and a token.':
    'Authorizationヘッダーは、Bearer、スペース、トークンの順にしてください。',
  'The Content-Type of the body must name its boundary, of at most 70 characters.':
    '本文のContent-Typeには、70文字以内のboundaryを指定してください。',
  'The GIF does not fit into {1} bytes: even of {2} x {3} pixels it takes about {4}. Allow it more, or take a shorter clip or fewer frames.':
    'GIFが{1}バイトに収まりません。{2}×{3}ピクセルでも約{4}になります。上限を上げるか、クリップを短くするか、フレームを減らしてください。',
  'The GIF has {1} frames, and at most {2} are unpacked.':
    'GIFのフレーム数は{1}で、展開できる上限の{2}を超えています。',
  'The GIF that is to be kept is gone.': '残すGIFがなくなっています。',
  'The GIF would take about {1} MB, and {2} MB is the most. {3}':
    'GIFは約{1} MBになり、上限の{2} MBを超えます。{3}',
  'The JSON of the body is nested deeper than {1} levels.': '本文のJSONのネストが{1}階層を超えています。',
  'The account of the token was removed.': 'トークンのアカウントは削除されました。',
  'The address is a live stream, which has no end.': 'このアドレスは、終わりのないライブ配信です。',
  'The address is a streaming playlist, not a video file.':
    'このアドレスは動画ファイルではなく、ストリーミングのプレイリストです。',
  'The address of the request could not be read.': 'リクエストのアドレスを読み取れませんでした。',
  'The address redirects too many times.': 'アドレスのリダイレクトが多すぎます。',
  'The animation cannot be kept as it is: {1}. It can be remade instead.':
    'アニメーションをそのまま保存できません：{1}。代わりに作り直すことができます。',
  'The answer of {1} could not be verified.': '{1}からの応答を検証できませんでした。',
  'The body is not valid JSON, or was cut short.': '本文が有効なJSONではないか、途中で切れています。',
  'The body is not valid urlencoded text: a % must be followed by two hex digits, and the text be UTF-8.':
    '本文が有効なURLエンコードのテキストではありません。%の後には16進数が2桁必要で、テキストはUTF-8でなければなりません。',
  'The body is too large.': '本文が大きすぎます。',
  'The body may hold at most {1} fields.': '本文のフィールドは{1}個までです。',
  'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.':
    '本文はapplication/json、application/x-www-form-urlencoded、multipart/form-dataのいずれかにしてください。',
  'The body must be one JSON object: {"key": value, …}.':
    '本文は1つのJSONオブジェクトにしてください：{"key": value, …}。',
  'The body must be {1} or {2}.': '本文は{1}または{2}にしてください。',
  'The body of the request came too slowly; check the connection and try again.':
    'リクエスト本文の到着が遅すぎました。接続を確認して、もう一度お試しください。',
  'The catalogue cannot be read at the moment. Try again soon.':
    '現在カタログを読み取れません。少し待ってからもう一度お試しください。',
  'The change is saved, but its public files could not be taken down yet. This is tried again every few seconds.':
    '変更は保存しましたが、公開ファイルをまだ取り下げられていません。数秒ごとに再試行します。',
  'The clip is too long for its size; choose a shorter one.':
    'このサイズに対してクリップが長すぎます。もっと短いものを選んでください。',
  'The connection ended before the body did.': '本文が終わる前に接続が切れました。',
  'The crop reaches over the picture, which is {1} pixels wide and {2} high.':
    '切り抜きが画像（幅{1}、高さ{2}ピクセル）からはみ出しています。',
  'The data of `{1}` is not valid base64.': '`{1}`のデータが有効なBase64ではありません。',
  'The database is busy with other work; try again in a moment.':
    'データベースがほかの処理で混み合っています。少し待ってからもう一度お試しください。',
  'The database is not one of Gifwright: it has other tables. Give Gifwright a database of its own.':
    'これはGifwrightのデータベースではありません。ほかのテーブルがあります。Gifwright専用のデータベースを用意してください。',
  'The database is of an older version of Gifwright: use that version for this, or stop it and run gifwright migrate.':
    'データベースは古いバージョンのGifwrightのものです。そのバージョンを使うか、停止してからgifwright migrateを実行してください。',
  'The database is the target of a move that is not finished. Run gifwright move again where it comes from.':
    'データベースは、完了していない移行の移行先です。移行元でgifwright moveをもう一度実行してください。',
  'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.':
    'データベースは新しいバージョンのGifwrightによって変更されています。そのバージョンを起動するか、以前のコピーを復元してください。',
  'The e-mail address or the password is wrong.': 'メールアドレスまたはパスワードが違います。',
  'The file could not be fetched; try again later.':
    'ファイルを取得できませんでした。しばらくしてからもう一度お試しください。',
  'The file could not be fetched; try again.': 'ファイルを取得できませんでした。もう一度お試しください。',
  'The file does not say when its frames are shown.':
    'ファイルに、フレームを表示するタイミングの情報がありません。',
  'The file is damaged: no picture in it could be decoded.':
    'ファイルが壊れており、画像を1枚もデコードできませんでした。',
  'The file is an unfinished recording or upload: it ended early, before its index or its first picture was written.':
    'ファイルは録画またはアップロードの途中で終わっています。索引または最初の画像が書き込まれていません。',
  'The file is larger than {1} MB (MAX_UPLOAD_MB).': 'ファイルが{1} MBを超えています（MAX_UPLOAD_MB）。',
  'The file is not a video or picture that can be read.':
    'ファイルは、読み取れる動画または画像ではありません。',
  'The file is not an animation of an accepted format.':
    'ファイルは、対応する形式のアニメーションではありません。',
  'The file is not here any more. Send it again.': 'ファイルはもうありません。もう一度送信してください。',
  'The file is not a HEIC, TIFF or BMP picture.': 'ファイルはHEIC、TIFF、BMPのいずれの画像でもありません。',
  'The file made the decoder stop.': 'ファイルが原因でデコーダーが停止しました。',
  'The file was changed while it was read.': 'ファイルが読み取り中に変更されました。',
  'The files of this GIF are being moved.': 'このGIFのファイルは移動中です。',
  'The frames of this GIF are too large to be unpacked.': 'このGIFのフレームは大きすぎて展開できません。',
  'The frames take {1} MB together, and such a GIF may use {2} MB. {3}':
    'フレームの合計は{1} MBで、このようなGIFの上限の{2} MBを超えています。{3}',
  'The operator of this instance has blocked this account.':
    'このインスタンスの運営者が、このアカウントをブロックしました。',
  'No video found on that page.': 'そのページに動画は見つかりませんでした。',
  'The password was changed meanwhile. Sign in again.':
    'その間にパスワードが変更されました。もう一度ログインしてください。',
  'The picture is damaged and could not be decoded.': '画像は壊れており、デコードできませんでした。',
  'The picture is in {1}, which cannot be read here; send a JPEG or PNG instead.':
    '画像は{1}形式で、ここでは読み取れません。JPEGまたはPNGを送ってください。',
  'The picture has more pixels than this service accepts.':
    '画像のピクセル数が、このサービスの上限を超えています。',
  'The picture takes too long to be decoded.': '画像のデコードに時間がかかりすぎます。',
  'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.':
    '画像の合計ピクセル数が、このサービスの上限を超えています。枚数を減らすか、もっと小さいものを選んでください。',
  'The place in the list must be a whole number, counted from 1.':
    '一覧での位置は、1から数えた整数にしてください。',
  'The place of a picture must be a whole number, or empty.': '画像の順番は整数にするか、空にしてください。',
  'The request could not be read.': 'リクエストを読み取れませんでした。',
  'The request did not come in time.': 'リクエストが時間内に届きませんでした。',
  'The search index is being built. Try again in a moment.':
    '検索インデックスを作成中です。少し待ってからもう一度お試しください。',
  'The service cannot reach its files now; try again later.':
    '現在サービスがファイルにアクセスできません。しばらくしてからもう一度お試しください。',
  'This service has moved and saves nothing here any more; try again in a few minutes.':
    'このサービスは移転したため、ここでは何も保存できません。数分後にもう一度お試しください。',
  'The service cannot write to its disk now; try again later.':
    '現在サービスがディスクに書き込めません。しばらくしてからもう一度お試しください。',
  'The service has no disk space to save this now; try again later.':
    '現在これを保存するディスク容量がありません。しばらくしてからもう一度お試しください。',
  'The service has too little free disk space now; try again later.':
    '現在サービスのディスクの空き容量が不足しています。しばらくしてからもう一度お試しください。',
  'The service is going down; try again in a moment.':
    'サービスを停止しています。少し待ってからもう一度お試しください。',
  'The service is going down; try again later.':
    'サービスを停止しています。しばらくしてからもう一度お試しください。',
  'The source is not here yet; wait until it is.': '素材はまだ届いていません。届くまでお待ちください。',
  'The stored GIF is not the one that was kept.': '保存されているGIFが、残したGIFと異なります。',
  'The text of the body is over the limit of {1} KB.': '本文のテキストが上限の{1} KBを超えています。',
  'The text of the body must be UTF-8.': '本文のテキストはUTF-8にしてください。',
  'The texts and pictures of `layers` cover more than {1} times the GIF together; use fewer or smaller ones.':
    '`layers`のテキストと画像の合計面積がGIFの{1}倍を超えています。数を減らすか、小さくしてください。',
  'The token is not valid, or was revoked.': 'トークンが正しくないか、無効になっています。',
  'The upstream server gave no results.': '上流のサーバーから結果が得られませんでした。',
  'The upstream server was asked too often; try again later.':
    '上流のサーバーへのリクエストが多すぎます。しばらくしてからもう一度お試しください。',
  'The video has more frames than this service accepts.':
    '動画のフレーム数が、このサービスの上限を超えています。',
  'The video has more pixels in a frame than this service accepts.':
    '動画の1フレームのピクセル数が、このサービスの上限を超えています。',
  'The video has more streams than this service accepts.':
    '動画のストリーム数が、このサービスの上限を超えています。',
  'The video is damaged from {1} on; choose another part.':
    '動画は{1}以降が壊れています。別の部分を選んでください。',
  'The video is over the limit of {1} MB.': '動画が上限の{1} MBを超えています。',
  'The video is {1} seconds long; the start must be before that.':
    '動画の長さは{1}秒です。開始はそれより前にしてください。',
  'There are GIFs in this category; move or remove them first.':
    'このカテゴリーにはGIFがあります。先に移動または削除してください。',
  'There can be {1} apps. Remove one that is not used.':
    'アプリは{1}個までです。使っていないものを削除してください。',
  'There is a category with this code already.': 'このコードのカテゴリーはすでにあります。',
  'There is an account with this e-mail address already.': 'このメールアドレスのアカウントはすでにあります。',
  'There is an account with this e-mail address already. Sign in instead?':
    'このメールアドレスのアカウントはすでにあります。ログインしますか？',
  'There is an app with this name already.': 'この名前のアプリはすでにあります。',
  'There is no GIF and no case with this code.': 'このコードのGIFや案件はありません。',
  'There is no GIF to choose from.': '選べるGIFがありません。',
  'There is no GIF with this code in the collection.': 'コレクションにこのコードのGIFはありません。',
  'There is no GIF with this code that your account may change.':
    'このコードのGIFで、あなたのアカウントが変更できるものはありません。',
  'There is no GIF with this code.': 'このコードのGIFはありません。',
  'There is no collection with this code.': 'このコードのコレクションはありません。',
  'There is no decision about a GIF of yours with this code.':
    'あなたのGIFに関する、このコードの決定はありません。',
  'There is no delivery that could be sent again; they are kept for 7 days.':
    '再送信できる配信はありません。配信は7日間保存されます。',
  'There is no file at this address.': 'このアドレスにファイルはありません。',
  'There is no file of this name.': 'この名前のファイルはありません。',
  'There is no such category any more; choose another.':
    'そのカテゴリーはもうありません。別のものを選んでください。',
  'There is no such category.': 'そのカテゴリーはありません。',
  'There is no such webhook.': 'そのWebhookはありません。',
  'There is no task with this id.': 'このIDのタスクはありません。',
  'There is no task with this id; tasks are remembered for 7 days.':
    'このIDのタスクはありません。タスクは7日間保存されます。',
  'There is no video at the address.': 'このアドレスに動画はありません。',
  'There is nothing at this address.': 'このアドレスには何もありません。',
  'This account has no password yet. Ask the operator of this site to set one.':
    'このアカウントにはまだパスワードがありません。このサイトの運営者に設定を依頼してください。',
  'This account is not there any more.': 'このアカウントはもうありません。',
  'This account, or you at {1}, is linked to another. Ask the operator of this site to unlink it.':
    'このアカウント、または{1}でのあなたは、別のものと連携しています。このサイトの運営者に連携の解除を依頼してください。',
  'This address takes {1} only.': 'このアドレスは{1}だけを受け付けます。',
  'This app has no category for its uploads; the operator can choose one.':
    'このアプリにはアップロード先のカテゴリーがありません。運営者が選択できます。',
  'This cannot be decided about the GIF as it is now.': 'GIFの現在の状態では、この決定はできません。',
  'This is not your password.': 'パスワードが違います。',
  'This is the account of an operator. Sign in with its password, then link {1} in its settings.':
    'これは運営者のアカウントです。パスワードでログインしてから、設定で{1}と連携してください。',
  'This key does not open this GIF. Check that the whole link was copied.':
    'このキーではこのGIFを開けません。リンク全体がコピーされているか確認してください。',
  'This server needs an API key.': 'このサーバーにはAPIキーが必要です。',
  'This service does not measure GIFs ahead.': 'このサービスはGIFを事前に測定しません。',
  'Only a GIF that is made anew is measured.': '新しく作るGIFだけが測定されます。',
  'There is no measurement with this id.': 'このIDの測定はありません。',
  'This service does not fetch links or files ahead; make the GIF to see it.':
    'このサービスはリンクやファイルを事前に取得しません。確認するにはGIFを作成してください。',
  'This service does not take CONNECT.': 'このサービスはCONNECTを受け付けません。',
  'This sign-in has expired, or was started in another window. Try again.':
    'このログインは期限切れか、別のウィンドウで開始されました。もう一度お試しください。',
  'This source is larger than what is kept for one person.':
    'この素材は、1人分として保存できる大きさを超えています。',
  'A sticker is not here any more. Choose its file again.':
    'ステッカーがもうありません。ファイルをもう一度選択してください。',
  'A picture is not here any more. Choose it again.': '画像がもうありません。もう一度選択してください。',
  '`stickers[]` may be at most {1} pictures.': '`stickers[]`の画像は{1}枚までです。',
  'This source is not here any more. Choose it again.':
    'この素材はもうありません。もう一度選択してください。',
  'A GIF is being unpacked for you; let that end first.': '別のGIFを展開中です。終わるまでお待ちください。',
  'The pictures in `stickers[]` may have at most {1} megapixels together.':
    '`stickers[]`の画像は合計{1}メガピクセルまでです。',
  'Too many GIFs are being unpacked; try again in a moment.':
    '展開中のGIFが多すぎます。少し待ってからもう一度お試しください。',
  'Too many GIFs are waiting to be made; try again in a moment.':
    '作成待ちのGIFが多すぎます。少し待ってからもう一度お試しください。',
  'Too many people sign in at once; try again in a moment.':
    '同時にログインする人が多すぎます。少し待ってからもう一度お試しください。',
  'Too many sources are kept at the moment; try again later.':
    '現在保存されている素材が多すぎます。しばらくしてからもう一度お試しください。',
  'Too many uploads are under way; try again in a moment.':
    '進行中のアップロードが多すぎます。少し待ってからもう一度お試しください。',
  'Too many uploads from this address are under way; let them end first.':
    'このアドレスから進行中のアップロードが多すぎます。先に終わるのをお待ちください。',
  'Too many wrong passwords {1}; please wait before you try again.':
    'パスワードの間違いが多すぎます（{1}）。しばらく待ってからもう一度お試しください。',
  'Uploading needs the key of an app that may upload.':
    'アップロードには、許可されたアプリのキーが必要です。',
  'Use an address of at most {1} characters.': 'アドレスは{1}文字以内にしてください。',
  'What the site sends is too large to be read.': 'サイトが送信する内容が大きすぎて読み取れません。',
  'Without this sign-on nobody could sign in to your account.':
    'この連携がないと、誰もあなたのアカウントにログインできなくなります。',
  'Unpacking the GIF took longer than it may.': 'GIFの展開に時間がかかりすぎました。',
  'You can have {1} webhooks. Delete one that is not used.':
    'Webhookは{1}個までです。使っていないものを削除してください。',
  'You have no account here. Ask the operator of this site for one.':
    'このサイトにあなたのアカウントはありません。運営者に依頼してください。',
  'You have {1} GIFs waiting to be made, and more cannot be; let some of them end first.':
    '作成待ちのGIFが{1}件あり、これ以上は追加できません。先にいくつか終わるのをお待ちください。',
  'You have {1} unpublished GIFs here, and more cannot be kept: publish or delete some of them first.':
    '公開していないGIFが{1}件あり、これ以上は保存できません。先にいくつか公開または削除してください。',
  'Your account may not change `{1}` of this GIF.':
    'あなたのアカウントでは、このGIFの`{1}`を変更できません。',
  'Your email address is not verified at {1}. Verify it there, then sign in again.':
    'あなたのメールアドレスは{1}で確認されていません。そちらで確認してから、もう一度ログインしてください。',
  'Your sources are all in use; let your GIFs be made first.':
    'あなたの素材はすべて使用中です。先にGIFの作成が終わるのをお待ちください。',
  '`alt` must have at most {1} characters.': '`alt`は{1}文字以内にしてください。',
  '`category` must be the id of a category; see /api/categories.':
    '`category`にはカテゴリーのIDを指定してください。/api/categoriesをご覧ください。',
  '`description` must have at most {1} characters.': '`description`は{1}文字以内にしてください。',
  '`end` must be greater than `start`.': '`end`は`start`より後にしてください。',
  '`file` must be one of these: {1}.': '`file`は次のいずれかにしてください：{1}。',
  '`name` must have 1 to {1} characters.': '`name`は1～{1}文字にしてください。',
  '`picture` must be a HEIC, TIFF or BMP picture.':
    '`picture`はHEIC、TIFF、BMPのいずれかの画像にしてください。',
  '`picture` must be at most {1} bytes.': '`picture`は{1}バイト以内にしてください。',
  '`pictures[]` must be {1} to {2} pictures.': '`pictures[]`は{1}～{2}枚の画像にしてください。',
  '`reason` must have at most {1} characters.': '`reason`は{1}文字以内にしてください。',
  '`statement` must have at most {1} characters.': '`statement`は{1}文字以内にしてください。',
  '`tags[]` must be at most {1} tags.': '`tags[]`は{1}個までです。',
  '`title` must have 1 to {1} characters.': '`title`は1～{1}文字にしてください。',
  '`visibility` must be {1}.': '`visibility`には{1}を指定してください。',
  '`{1}` has the unknown key {2}; known are {3}.': '`{1}`に不明なキー{2}があります。使えるのは{3}です。',
  '`{1}` holds no data.': '`{1}`にデータがありません。',
  '`{1}` is required.': '`{1}`は必須です。',
  '`{1}` may hold at most {2}.': '`{1}`は最大{2}です。',
  '`{1}` must be one of these: {2}.': '`{1}`は次のいずれかにしてください：{2}。',
  'The GIF of `{1}` is hidden by the operator.': '`{1}`のGIFは運営者によって非表示にされています。',
  '`{1}` must be the code of a GIF that you can see.':
    '`{1}`には、あなたが見られるGIFのコードを指定してください。',
  '`{1}` must be {2}, in at most {3} characters.': '`{1}`には{2}を{3}文字以内で指定してください。',
  '`{1}` must be {2}.': '`{1}`には{2}を指定してください。',
  '{1} has more pixels than this service accepts.': '{1}のピクセル数が、このサービスの上限を超えています。',
  '{1} has more than {2} frames.': '{1}のフレーム数が{2}を超えています。',
  '{1} has nothing at this address.': '{1}のこのアドレスには何もありません。',
  '{1} is damaged and could not be decoded.': '{1}は壊れており、デコードできませんでした。',
  '{1} is damaged: {2}.': '{1}は壊れています：{2}。',
  '{1} takes more memory than this service gives it.':
    '{1}に必要なメモリーが、このサービスの上限を超えています。',
  '{1} takes too long to be decoded.': '{1}のデコードに時間がかかりすぎます。',
  '{1}; try again in {2} s.': '{1}。{2}秒後にもう一度お試しください。',
  'An account can have {1} collections. Delete one that you no longer need.':
    'アカウントのコレクションは{1}件までです。不要なものを削除してください。',
  'An account can have {1} favorites. Remove some that you no longer need.':
    'アカウントのお気に入りは{1}件までです。不要なものを外してください。',
  'Choose the category of its uploads.': 'アップロード先のカテゴリーを選択してください。',
  'The name must have 1 to {1} characters.': '名前は1～{1}文字にしてください。',
  'The rate must be a whole number from 1 to {1}.': '呼び出し回数は1～{1}の整数にしてください。',
  'The password must have at most {1} characters.': 'パスワードは{1}文字以内にしてください。',
  'The password needs at least {1} characters.': 'パスワードは{1}文字以上にしてください。',
  'Please choose a password that is not your e-mail address.':
    'メールアドレスとは異なるパスワードを選んでください。',
  'This password is too common. Choose another, such as three unusual words.':
    'このパスワードはよく使われています。珍しい単語を3つ並べるなど、別のものを選んでください。',
  '“{1}” is hidden by the operator: until it is shown again, who can see it cannot be changed.':
    '「{1}」は運営者が非表示にしています。再表示されるまで、公開範囲は変更できません。',
  '“{1}” would have {2} tags, and {3} is the limit: nothing was changed.':
    '「{1}」のタグが{2}個になり、上限の{3}個を超えます。何も変更しませんでした。',
  '`rating` must be {1}.': '`rating`には{1}を指定してください。',
  '`{1}` must have at most {2} characters.': '`{1}`は{2}文字以内にしてください。',
  'The body is over the limit of {1} MB.': '送信するデータが上限の{1} MBを超えています。',
  '`{1}` is over the limit of {2} MB a file.': '`{1}`が1ファイルの上限の{2} MBを超えています。',
  '`{1}` is over the limit of {2} MB for a request.': '`{1}`が1回の送信の上限の{2} MBを超えています。',
  'The event is longer than {1} bytes.': 'イベントが{1}バイトを超えています。',
  'The receiver answered {1}.': '受信側が{1}を返しました。',
  'The receiver did not answer within 10 seconds.': '受信側が10秒以内に応答しませんでした。',
  'It could not be sent.': '送信できませんでした。',
  // Parts of other sentences.
  'for this e-mail address': 'このメールアドレス',
  'from your address': 'お使いのアドレス',
  'from your network': 'お使いのネットワーク',
  'Too many calls for this account': 'このアカウントの呼び出しが多すぎます',
  'Too many calls for this app': 'このアプリの呼び出しが多すぎます',
  'Too many calls from this address': 'このアドレスからの呼び出しが多すぎます',
  'Too many wrong tokens or sign-ins from this address':
    'このアドレスから、誤ったトークンやログインが何度も送信されました',
}
