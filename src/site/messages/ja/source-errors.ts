/** The sentences of errors of links, files and the GIFs made of them, by the English ones; the last are parts of others. */
export const sourceErrorSentences: Readonly<Record<string, string>> = {
  'The address and the headers of the request are too large.':
    'リクエストのアドレスとヘッダーが大きすぎます。',
  'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.':
    '使えるTransfer-Encodingは、HTTP/1.1のchunkedだけです。',
  'Only http and https addresses can be fetched.': '取得できるのはhttpとhttpsのアドレスだけです。',
  'Port {1} may not be used in an address.': 'アドレスにポート{1}は使えません。',
  'The address has control characters in it.': 'アドレスに制御文字が含まれています。',
  'The address is longer than {1} characters.': 'アドレスが{1}文字を超えています。',
  'The address leads into a private network or to this service itself, which is not fetched from.':
    'アドレスがプライベートネットワークまたはこのサービス自身を指しているため、取得できません。',
  'The address leads on to something that is not an address.':
    'アドレスのリダイレクト先がアドレスではありません。',
  'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.':
    'アドレスがこのサービス自身を指しているため、取得できません。ファイルをダウンロードしてからアップロードしてください。',
  'The address must be a whole one, such as https://example.com/clip.mp4.':
    'https://example.com/clip.mp4のような完全なアドレスを入力してください。',
  'The address must not hold a user name or a password.':
    'アドレスにユーザー名やパスワードを含めないでください。',
  'The address names a host that cannot be.': 'アドレスのホスト名が正しくありません。',
  'There is no host named {1}.': '{1}というホストはありません。',
  '{1} could not be reached.': '{1}に接続できませんでした。',
  '{1} did not answer in time.': '{1}が時間内に応答しませんでした。',
  '{1} answered with an error (HTTP {2}).': '{1}がエラーを返しました（HTTP {2}）。',
  '{1} does not let this service fetch the address.': '{1}がこのアドレスの取得を許可していません。',
  '{1} does not speak HTTP as it should.': '{1}の応答が正しいHTTPではありません。',
  '{1} sends too slowly.': '{1}からの送信が遅すぎます。',
  'The connection to {1} broke.': '{1}との接続が切れました。',
  'The secure connection to {1} could not be made.': '{1}との安全な接続を確立できませんでした。',
  'The secure connection to {1} could not be made, because its certificate is not valid.':
    '{1}の証明書が無効なため、安全な接続を確立できませんでした。',
  'The site cannot be read by the version of yt-dlp that this service has.':
    'このサービスのバージョンのyt-dlpでは、そのサイトを読み取れません。',
  'The site did not answer as it should; try again later.':
    'サイトが正しく応答しませんでした。しばらくしてからもう一度お試しください。',
  'The site does not show this video to everyone.': 'サイトがこの動画を一般に公開していません。',
  'The site has nothing at this address.': 'サイトのこのアドレスには何もありません。',
  'The site needs more than {1} connections for its video.': 'サイトの動画には{1}本を超える接続が必要です。',
  'The site sends its answer compressed although it was asked not to.':
    '圧縮しないよう求めましたが、サイトが圧縮された応答を送信しました。',
  'The site shows no video at this address.': 'サイトのこのアドレスに動画はありません。',
  'The video could not be fetched within {1} seconds.': '{1}秒以内に動画を取得できませんでした。',
  'The video is encrypted or streamed in a way that this service cannot read.':
    '動画が暗号化されているか、このサービスで読み取れない方法で配信されています。',
  'This page of the site cannot be read by this service.':
    'このサービスでは、サイトのこのページを読み取れません。',
  'This service cannot read that site, because yt-dlp is not installed on it.':
    'このサービスにはyt-dlpがインストールされていないため、そのサイトを読み取れません。',
  'This service reads that site in a sandbox only, and has none; its operator can see why in the log.':
    'このサービスはサンドボックス内でだけそのサイトを読み取りますが、サンドボックスがありません。理由は運営者がログで確認できます。',
  'yt-dlp on this service does not work; its operator can see why in the log.':
    'このサービスのyt-dlpが動作しません。理由は運営者がログで確認できます。',
  'A still picture ({1}).': '静止画です（{1}）。',
  'An empty file.': '空のファイルです。',
  'This is no GIF, WebP, PNG or video file.': 'GIF、WebP、PNG、動画のいずれのファイルでもありません。',
  'Picture {1} has more pixels than this service accepts.':
    '画像{1}のピクセル数が、このサービスの上限を超えています。',
  'Picture {1} is damaged and could not be decoded.': '画像{1}は壊れており、デコードできませんでした。',
  'Picture {1} takes more memory than this service gives one.':
    '画像{1}に必要なメモリーが、このサービスの上限を超えています。',
  'Picture {1} takes too long to be decoded.': '画像{1}のデコードに時間がかかりすぎます。',
  'The file holds no video.': 'ファイルに動画が含まれていません。',
  'The file is not a HEIC, TIFF or BMP picture.': 'ファイルはHEIC、TIFF、BMPのいずれの画像でもありません。',
  'The file is not a video of an accepted format.': 'ファイルは、対応する形式の動画ではありません。',
  'The file that was sent for this GIF is not in the backup that was restored. Please make it again.':
    'このGIFのために送信されたファイルが、復元したバックアップにありません。もう一度作成してください。',
  'The picture is damaged and could not be decoded.': '画像は壊れており、デコードできませんでした。',
  'The video is coded in a way that this service does not read.':
    '動画が、このサービスで読み取れない方法でエンコードされています。',
  'The video is encrypted.': '動画が暗号化されています。',
  '{1} is larger than {2}; make it smaller or leave it out.':
    '{1}は{2}を超えています。小さくするか、使わないでください。',
  'Choose a clip of at most {1} seconds, a width of at most {2} pixels or a `max_bytes`.':
    'クリップを{1}秒以下、幅を{2}ピクセル以下にするか、`max_bytes`を指定してください。',
  'Choose a shorter clip, a smaller width or fewer frames a second.':
    'クリップを短くするか、幅または1秒あたりのフレーム数を減らしてください。',
  'Choose fewer or smaller pictures.': '画像を減らすか、もっと小さい画像を選んでください。',
  'Choose fewer pictures, a width of at most {1} pixels or a `max_bytes`.':
    '画像を減らすか、幅を{1}ピクセル以下にするか、`max_bytes`を指定してください。',
  'Making this GIF failed each time it was tried. Please try another source.':
    '何度試してもこのGIFを作成できませんでした。別の素材でお試しください。',
  'Making this GIF was canceled.': 'このGIFの作成はキャンセルされました。',
  'Something went wrong on our side while making this GIF. Please try again later.':
    'このGIFの作成中に、サービス側で問題が発生しました。しばらくしてからもう一度お試しください。',
  'The GIF would be {1} seconds long, and it may be at most {2}; choose fewer frames or a higher `speed`.':
    'GIFの長さが{1}秒になり、上限の{2}秒を超えます。フレームを減らすか、`speed`を上げてください。',
  'The GIFs take more than {1} MB together; choose smaller ones.':
    'GIFの合計が{1} MBを超えています。もっと小さいものを選んでください。',
  'The account that asked for this GIF was removed.': 'このGIFを依頼したアカウントは削除されました。',
  'The clip has more frames than this service accepts for their size; choose a shorter one.':
    'クリップのフレーム数が、このサイズでの上限を超えています。もっと短いものを選んでください。',
  'The clip has more frames than this service accepts; choose a shorter one.':
    'クリップのフレーム数が、このサービスの上限を超えています。もっと短いものを選んでください。',
  'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.':
    '一時ファイル用のディスクに、フレームを置く空き容量がありません。TMPDIRを別のディスクのフォルダーにするか、クリップを短くまたは小さくしてください。',
  '`append` may name at most {1} clips.': '`append`に指定できるのは{1}個までです。',
  '{1} is too large for this: {2}.': '{1}は大きすぎます：{2}。',
  'The GIF': 'GIF',
  'The animated WebP': 'アニメーションWebP',
  'frame {1}': 'フレーム{1}',
  'it ends within its first frame': '最初のフレームの途中で終わっています',
  'it has more pixels in all its frames than a file of its size may':
    '全フレームのピクセル数が、このサイズのファイルの上限を超えています',
  'it has more than 50 frames a second': '1秒あたりのフレーム数が50を超えています',
  'it has more than {1} frames': 'フレーム数が{1}を超えています',
  'it has no frame': 'フレームがありません',
  'it has sound, which a GIF has not': '音声が含まれていますが、GIFに音声はありません',
  'it has too many pixels': 'ピクセル数が多すぎます',
  'it has {1} x {2} pixels, and the most is {3} million':
    '{1} × {2}ピクセルで、上限の{3}百万ピクセルを超えています',
  'it is in high dynamic range': 'HDRです',
  'it is interlaced': 'インターレースです',
  'it is no GIF': 'GIFではありません',
  'it lasts {1} seconds, and the most is {2}': '長さが{1}秒で、上限の{2}秒を超えています',
  'its header is cut off': 'ヘッダーが途中で切れています',
  'its screen has no pixels': '画面にピクセルがありません',
  'no pixel of it can be decoded': 'ピクセルを1つもデコードできません',
  'not all of its frames can be decoded': '一部のフレームをデコードできません',
}
