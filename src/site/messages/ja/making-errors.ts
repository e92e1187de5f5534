import type { AnimationFormat, makingErrors as english } from '../../../lib/errors/making-errors.ts'

const animationNames: Record<AnimationFormat, string> = {
  gif: 'GIF',
  webp: 'アニメーションWebP',
  png: 'アニメーションPNG',
}

/** A GIF by its number among several; the first has none. */
function gifName(number: number): string {
  return number === 1 ? 'GIF' : `GIF ${number}`
}

/** The sentences of errors about files and the GIFs that are made of them, in Japanese. */
export const makingErrors: typeof english = {
  animationDamaged: ({ format }) => `${animationNames[format]}は壊れており、デコードできませんでした。`,
  animationMemory: ({ format }) =>
    `${animationNames[format]}に必要なメモリーが、このサービスの上限を超えています。`,
  animationPixels: ({ format }) =>
    `${animationNames[format]}のピクセル数が、このサービスの上限を超えています。`,
  animationTooManyFrames: ({ format, max }) =>
    `${animationNames[format]}のフレーム数が${max}を超えています。`,
  animationTooSlow: ({ format }) => `${animationNames[format]}のデコードに時間がかかりすぎます。`,
  clipFramesTooLarge: ({ megabytes, max }) =>
    `フレームの合計は${megabytes} MBで、このようなGIFの上限の${max} MBを超えています。クリップを短くするか、幅または1秒あたりのフレーム数を減らしてください。`,
  clipTooLarge: ({ about, max, seconds, width }) =>
    `GIFは約${about} MBになり、上限の${max} MBを超えます。クリップを${seconds}秒以下、幅を${width}ピクセル以下にするか、\`max_bytes\`を指定してください。`,
  clipTooLong: 'このサイズに対してクリップが長すぎます。もっと短いものを選んでください。',
  clipTooManyFrames:
    'クリップのフレーム数が、このサービスの上限を超えています。もっと短いものを選んでください。',
  cropOutside: ({ width, height }) =>
    `切り抜きが画像（幅${width}、高さ${height}ピクセル）からはみ出しています。`,
  decoderStopped: 'ファイルが原因でデコーダーが停止しました。',
  editTooLarge: ({ gif, width, height, megapixels }) =>
    `${gifName(gif)}は大きすぎます：${width} × ${height}ピクセルで、上限の${megapixels}百万ピクセルを超えています。`,
  editTooLong: ({ seconds, max }) =>
    `GIFの長さが${seconds}秒になり、上限の${max}秒を超えます。フレームを減らすか、\`speed\`を上げてください。`,
  editTooManyFrames: ({ gif, max }) => `${gifName(gif)}は大きすぎます：フレーム数が${max}を超えています。`,
  editTooManyPixels: ({ gif }) =>
    `${gifName(gif)}は大きすぎます：全フレームのピクセル数が、このサイズのファイルの上限を超えています。`,
  fileDamaged: 'ファイルが壊れており、画像を1枚もデコードできませんでした。',
  framesNoSpace:
    '一時ファイル用のディスクに、フレームを置く空き容量がありません。TMPDIRを別のディスクのフォルダーにするか、クリップを短くまたは小さくしてください。',
  framesTooManyForSize:
    'クリップのフレーム数が、このサイズでの上限を超えています。もっと短いものを選んでください。',
  framesWithoutTimes: 'ファイルに、フレームを表示するタイミングの情報がありません。',
  gifEndsEarly: ({ gif }) => `${gifName(gif)}は壊れています：最初のフレームの途中で終わっています。`,
  gifNoFrame: ({ gif }) => `${gifName(gif)}は壊れています：フレームがありません。`,
  gifNoHeader: ({ gif }) => `${gifName(gif)}は壊れています：ヘッダーが途中で切れています。`,
  gifNoPixel: ({ gif }) => `${gifName(gif)}は壊れています：ピクセルを1つもデコードできません。`,
  gifNoScreen: ({ gif }) => `${gifName(gif)}は壊れています：画面にピクセルがありません。`,
  gifPixels: ({ gif }) => `${gifName(gif)}のピクセル数が、このサービスの上限を超えています。`,
  keepDamagedFrames:
    'アニメーションをそのまま保存できません：一部のフレームをデコードできません。代わりに作り直すことができます。',
  keepFrameRate:
    'アニメーションをそのまま保存できません：1秒あたりのフレーム数が50を超えています。代わりに作り直すことができます。',
  keepHighRange: 'アニメーションをそのまま保存できません：HDRです。代わりに作り直すことができます。',
  keepInterlaced:
    'アニメーションをそのまま保存できません：インターレースです。代わりに作り直すことができます。',
  keepSound:
    'アニメーションをそのまま保存できません：音声が含まれていますが、GIFに音声はありません。代わりに作り直すことができます。',
  keepTooLarge: ({ width, height, megapixels }) =>
    `アニメーションをそのまま保存できません：${width} × ${height}ピクセルで、上限の${megapixels}百万ピクセルを超えています。代わりに作り直すことができます。`,
  keepTooLong: ({ seconds, max }) =>
    `アニメーションをそのまま保存できません：長さが${seconds}秒で、上限の${max}秒を超えています。代わりに作り直すことができます。`,
  keepTooManyFrames: ({ max }) =>
    `アニメーションをそのまま保存できません：フレーム数が${max}を超えています。代わりに作り直すことができます。`,
  keepTooManyPixels:
    'アニメーションをそのまま保存できません：全フレームのピクセル数が、このサイズのファイルの上限を超えています。代わりに作り直すことができます。',
  layerUnknownKey: ({ path, key, known }) =>
    `\`${path}\`に不明なキー${key}があります。使えるのは${known}です。`,
  layersCover: ({ max }) =>
    `\`layers\`のテキストと画像の合計面積がGIFの${max}倍を超えています。数を減らすか、小さくしてください。`,
  makingFailed: 'GIFを作成できませんでした。',
  makingMemory: 'GIFの作成に必要なメモリーが、1件あたりの上限を超えています。',
  makingProcessorTime: 'GIFの作成に必要な処理時間が、1件あたりの上限を超えています。',
  makingUnavailable: '現在GIFを作成できません。しばらくしてからもう一度お試しください。',
  mustBeAfterStart: ({ name }) => `\`${name}\`には対応する\`start\`より大きい値を指定してください。`,
  mustBeColor: ({ name }) => `\`${name}\`には#rrggbbまたは#rrggbbaa形式の色を指定してください。`,
  mustBeFewerLayers: ({ name, max, layers }) =>
    `\`${name}\`にはレイヤーを${max}個まで（現在${layers}個）を指定してください。`,
  mustBeFlatter: ({ name }) => `\`${name}\`にはそれ以上入れ子にしないオブジェクトの配列を指定してください。`,
  mustBeJson: ({ name }) => `\`${name}\`には有効なJSONを指定してください。`,
  mustBeLayerText: ({ name, max }) => `\`${name}\`には1から${max}文字までのテキストを指定してください。`,
  mustBeLayers: ({ name }) => `\`${name}\`にはレイヤーのJSON配列を指定してください。`,
  mustBeObject: ({ name }) => `\`${name}\`にはオブジェクトを指定してください。`,
  mustBeSentSticker: ({ name }) =>
    `\`${name}\`には\`stickers[]\`の画像（1つも送信されていません）を指定してください。`,
  mustBeShorterJson: ({ name, kilobytes }) => `\`${name}\`には${kilobytes} KB以内のJSONを指定してください。`,
  mustBeSticker: ({ name, max }) =>
    `\`${name}\`には0から${max}までの整数（\`stickers[]\`の何番目の画像か）を指定してください。`,
  noVideoInFile: 'ファイルに動画が含まれていません。',
  notAnimation: 'ファイルは、対応する形式のアニメーションではありません。',
  notConvertible: 'ファイルはHEIC、TIFF、BMPのいずれの画像でもありません。',
  notGif: ({ gif }) => `${gifName(gif)}は壊れています：GIFではありません。`,
  notVideo: 'ファイルは、対応する形式の動画ではありません。',
  notVideoOrPicture: 'ファイルは、読み取れる動画または画像ではありません。',
  onePictureDamaged: '画像は壊れており、デコードできませんでした。',
  onePictureFormat: ({ format }) =>
    `画像は${format}形式で、ここでは読み取れません。JPEGまたはPNGを送ってください。`,
  onePicturePixels: '画像のピクセル数が、このサービスの上限を超えています。',
  onePictureTooSlow: '画像のデコードに時間がかかりすぎます。',
  pictureDamaged: ({ place }) => `画像${place}は壊れており、デコードできませんでした。`,
  pictureFormat: ({ place, format }) =>
    `画像${place}は${format}形式で、ここでは読み取れません。JPEGまたはPNGを送ってください。`,
  pictureFramesTooLarge: ({ megabytes, max }) =>
    `フレームの合計は${megabytes} MBで、このようなGIFの上限の${max} MBを超えています。画像を減らすか、もっと小さい画像を選んでください。`,
  pictureMemory: ({ place }) => `画像${place}に必要なメモリーが、このサービスの上限を超えています。`,
  picturePixels: ({ place }) => `画像${place}のピクセル数が、このサービスの上限を超えています。`,
  pictureTooSlow: ({ place }) => `画像${place}のデコードに時間がかかりすぎます。`,
  pictureType: ({ place, types }) => `画像${place}は次のいずれかにしてください：${types}。`,
  picturesPixels:
    '画像の合計ピクセル数が、このサービスの上限を超えています。枚数を減らすか、もっと小さいものを選んでください。',
  picturesTooLarge: ({ about, max, width }) =>
    `GIFは約${about} MBになり、上限の${max} MBを超えます。画像を減らすか、幅を${width}ピクセル以下にするか、\`max_bytes\`を指定してください。`,
  picturesTooMany: 'サイズに対して画像が多すぎます。枚数を減らすか、小さい画像を選んでください。',
  recordingUnfinished:
    'ファイルは録画またはアップロードの途中で終わっています。索引または最初の画像が書き込まれていません。',
  startAfterEnd: ({ seconds }) => `動画の長さは${seconds}秒です。開始はそれより前にしてください。`,
  stickerDamaged: ({ place }) => `\`stickers[]\`の画像${place}をデコードできませんでした。`,
  stickerFrames: ({ place, max }) => `\`stickers[]\`の画像${place}は${max}フレームまでです。`,
  stickerPixels: ({ place, megapixels }) =>
    `\`stickers[]\`の画像${place}は${megapixels}メガピクセルまでです。`,
  stickerType: ({ place }) => `\`stickers[]\`の画像${place}はPNG、WebPまたはGIFファイルにしてください。`,
  stickersPixels: ({ megapixels }) => `\`stickers[]\`の画像は合計${megapixels}メガピクセルまでです。`,
  storedGifChanged: '保存されているGIFが、残したGIFと異なります。',
  videoCodec: '動画が、このサービスで読み取れない方法でエンコードされています。',
  videoDamagedFrom: ({ time }) => `動画は${time}以降が壊れています。別の部分を選んでください。`,
  videoEncrypted: '動画が暗号化されています。',
  videoPixels: '動画の1フレームのピクセル数が、このサービスの上限を超えています。',
  videoStreams: '動画のストリーム数が、このサービスの上限を超えています。',
  videoTooManyFrames: '動画のフレーム数が、このサービスの上限を超えています。',
}
