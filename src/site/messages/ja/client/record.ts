import type { recordTexts as english } from '../../en/client/record.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const recordTexts: typeof english = {
  start: '録画を開始',
  stop: '録画を停止',
  started: '録画中',
  cancel: 'キャンセル',
  mirror: '左右反転',
  local: '「GIFを作成」を押すまで、録画はブラウザー内にとどまります。',
  elapsed: (seconds, limit) => `${clock(seconds)}/${clock(limit)}`,
  names: { screen: '画面の録画', camera: 'カメラの録画' },
  errors: {
    screenRefused: '画面が共有されませんでした。録画する画面、ウィンドウ、またはタブを選択してください。',
    cameraRefused:
      'カメラがブロックされています。ブラウザーでこのサイトに許可してから、もう一度お試しください。',
    noScreen: 'ここには録画できる画面がありません。',
    noCamera: 'カメラが見つかりませんでした。接続してから、もう一度お試しください。',
    inUse:
      'ほかのアプリが使用中のため、録画できませんでした。そのアプリを閉じてから、もう一度お試しください。',
    empty: '何も録画されませんでした。もう少し長く録画してください。',
    unknown: 'このブラウザーでは録画できませんでした。別のブラウザーを使うか、ファイルを選択してください。',
  },
}
