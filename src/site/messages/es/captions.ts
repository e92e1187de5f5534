import type { captionsMessages as english } from '../en/captions.ts'

export const captionsMessages: typeof english = {
  panel: 'Textos y stickers',
  top: 'Texto arriba',
  bottom: 'Texto abajo',
  plainHint: 'Letras blancas con contorno negro.',
  add: 'Añadir al GIF',
  addText: 'Añadir texto',
  addCaptions: 'Arriba y abajo',
  addSticker: 'Añadir sticker',
  addBlur: 'Desenfocar una zona',
  list: 'Capas, la de delante primero',
  help: 'Arrastra una capa sobre la imagen para colocarla.',
  stickersGone: 'Los stickers de este GIF ya no se conservan; se crea sin ellos.',
  licenses: 'Licencias de las fuentes',
  newTab: ' (en una pestaña nueva)',
}
