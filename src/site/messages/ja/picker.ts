import type { pickerMessages as english } from '../en/picker.ts'

export const pickerMessages: typeof english = {
  title: (siteName) => `GIFピッカー · ${siteName}`,
  heading: 'GIFピッカー',
  originMissing:
    'このフレームのアドレスに、埋め込み元のページを指定してください。?origin=https://your-app.example（スキーム、ホスト、ポート）を追加します。',
  needsScript: 'GIFピッカーにはJavaScriptが必要です。',
}
