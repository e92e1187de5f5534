/** The sentences of the rules in src/options by the English ones. */
export const ruleSentences: Readonly<Record<string, string>> = {
  'At this `speed` the GIF would be {1} seconds long, and it may be at most {2}; choose a `speed` of at least {3}, or an earlier `end`.':
    'この`speed`ではGIFの長さが{1}秒になり、上限の{2}秒を超えます。`speed`を{3}以上にするか、`end`を早めてください。',
  'None of the `frames` is between `start` and `end`; choose others.':
    '`start`と`end`の間に`frames`がありません。別のものを選んでください。',
  'The `fade` may be at most half of the GIF, which is {1} seconds here.':
    '`fade`はGIFの長さの半分（ここでは{1}秒）までです。',
  'The clip may be at most {1} seconds long; choose an earlier `end`.':
    'クリップの長さは{1}秒までです。`end`を早めてください。',
  'With `boomerang` the GIF would be {1} seconds long, and it may be at most {2}; choose a clip of at most {3} seconds, or turn `boomerang` off.':
    '`boomerang`を使うとGIFの長さが{1}秒になり、上限の{2}秒を超えます。クリップを{3}秒以下にするか、`boomerang`をオフにしてください。',
  'With `boomerang` these are {1} frames, and a GIF may have at most {2}; choose at most {3} pictures, or turn `boomerang` off.':
    '`boomerang`を使うと{1}フレームになり、GIFの上限の{2}フレームを超えます。画像を{3}枚以下にするか、`boomerang`をオフにしてください。',
  'With `{1}` the GIF would have more than {2} frames; choose fewer.':
    '`{1}`を使うとGIFのフレーム数が{2}を超えます。減らしてください。',
  '`end` must be greater than `start`.': '`end`は`start`より後にしてください。',
  '`frames` names frame {1}, and the animation has {2}.':
    '`frames`にフレーム{1}が指定されていますが、アニメーションのフレーム数は{2}です。',
  '`start` must be before the end of the animation, at {1} seconds.':
    '`start`はアニメーションの終わり（{1}秒）より前にしてください。',
  '`{1}` must be {2}.': '`{1}`には{2}を指定してください。',
  'a number from {1} to {2}': '{1}から{2}までの数値',
  'a size from {1} to {2} MB': '{1}から{2} MBまでのサイズ',
  'a size such as 2MB, 500KB or 8000000': '2MB、500KB、8000000などのサイズ',
  'a time such as 12.5 or 1:05': '12.5や1:05などの時間',
  'a whole number from {1} to {2}': '{1}から{2}までの整数',
  'left, top, width and height in whole pixels, width and height at least {1}':
    '整数ピクセルの左、上、幅、高さ（幅と高さは{1}以上）',
  'frames such as "1-10,12x3,15-": numbers and ranges with commas, "x3" for three times as long (at most x{1})':
    '「1-10,12x3,15-」のようなフレーム（番号と範囲をカンマ区切り、「x3」で3倍の長さ、最大x{1}）',
  '0 or 1': '0または1',
  '{1} or {2}': '{1}または{2}',
}
