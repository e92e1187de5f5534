import type { ruleSentences as english } from '../../../../lib/errors/rules.ts'

/** The sentences of errors about the options of a GIF, in Japanese. */
export const ruleSentences: typeof english = {
  boomerangTooLong: ({ seconds, max, fits }) =>
    `\`boomerang\`を使うとGIFの長さが${seconds}秒になり、上限の${max}秒を超えます。クリップを${fits}秒以下にするか、\`boomerang\`をオフにしてください。`,
  boomerangTooManyFrames: ({ frames, max, fits }) =>
    `\`boomerang\`を使うと${frames}フレームになり、GIFの上限の${max}フレームを超えます。画像を${fits}枚以下にするか、\`boomerang\`をオフにしてください。`,
  clipOverLimit: ({ max }) => `クリップの長さは${max}秒までです。\`end\`を早めてください。`,
  endBeforeStart: '`end`は`start`より後にしてください。',
  fadeTooLong: ({ seconds }) => `\`fade\`はGIFの長さの半分（ここでは${seconds}秒）までです。`,
  frameNotThere: ({ frame, frames }) =>
    `\`frames\`にフレーム${frame}が指定されていますが、アニメーションのフレーム数は${frames}です。`,
  mustBeChoice: ({ name, choices }) =>
    `\`${name}\`には${choices.replaceAll(',', '、')}のいずれかを指定してください。`,
  mustBeCrop: ({ name, min }) =>
    `\`${name}\`には「0,40,320,180」のような整数ピクセルの「x,y,幅,高さ」（幅と高さは${min}以上）を指定してください。`,
  mustBeFlag: ({ name }) => `\`${name}\`には0または1を指定してください。`,
  mustBeNumber: ({ name, min, max }) => `\`${name}\`には${min}から${max}までの数値を指定してください。`,
  mustBeNumberFrom: ({ name, min }) => `\`${name}\`には${min}以上の数値を指定してください。`,
  mustBeSides: ({ name, min }) =>
    `\`${name}\`には整数ピクセルの左、上、幅、高さ（幅と高さは${min}以上）を指定してください。`,
  mustBeSize: ({ name, min, max }) => `\`${name}\`には${min}から${max} MBまでのサイズを指定してください。`,
  mustBeTime: ({ name }) => `\`${name}\`には12.5や1:05などの時間を指定してください。`,
  mustBeWhole: ({ name, min, max }) => `\`${name}\`には${min}から${max}までの整数を指定してください。`,
  noFrameBetween: '`start`と`end`の間に`frames`がありません。別のものを選んでください。',
  sizeLimit: ({ maxBytes, width, height, about }) =>
    `GIFが${maxBytes}バイトに収まりません。${width}×${height}ピクセルでも約${about}になります。上限を上げるか、クリップを短くするか、フレームを減らしてください。`,
  speedTooLow: ({ seconds, max, min }) =>
    `この\`speed\`ではGIFの長さが${seconds}秒になり、上限の${max}秒を超えます。\`speed\`を${min}以上にするか、\`end\`を早めてください。`,
  startBehindEnd: ({ seconds }) => `\`start\`はアニメーションの終わり（${seconds}秒）より前にしてください。`,
  tooManyFrames: ({ field, max }) =>
    `\`${field}\`を使うとGIFのフレーム数が${max}を超えます。減らしてください。`,
}
