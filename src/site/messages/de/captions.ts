import type { captionsMessages as english } from '../en/captions.ts'

export const captionsMessages: typeof english = {
  panel: 'Texte und Sticker',
  top: 'Text oben',
  bottom: 'Text unten',
  plainHint: 'Weiße Buchstaben mit schwarzer Kontur.',
  add: 'Zum GIF hinzufügen',
  addText: 'Text hinzufügen',
  addCaptions: 'Oben und unten',
  addSticker: 'Sticker hinzufügen',
  addBlur: 'Bereich unkenntlich machen',
  list: 'Ebenen, die vorderste zuerst',
  help: 'Zieh eine Ebene auf dem Bild an ihren Platz.',
  stickersGone: 'Die Sticker dieses GIFs sind nicht mehr hier; es wird ohne sie erstellt.',
  licenses: 'Lizenzen der Schriften',
  newTab: ' (in einem neuen Tab)',
}
