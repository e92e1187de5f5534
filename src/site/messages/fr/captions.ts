import type { captionsMessages as english } from '../en/captions.ts'

export const captionsMessages: typeof english = {
  panel: 'Textes et stickers',
  top: 'Texte en haut',
  bottom: 'Texte en bas',
  plainHint: 'Lettres blanches à contour noir.',
  add: 'Ajouter au GIF',
  addText: 'Ajouter un texte',
  addCaptions: 'Haut et bas',
  addSticker: 'Ajouter un sticker',
  addBlur: 'Flouter une zone',
  list: 'Calques, le premier plan en tête',
  help: 'Faites glisser un calque sur l’image pour le placer.',
  stickersGone: 'Les stickers de ce GIF ne sont plus conservés ; il est créé sans eux.',
  licenses: 'Licences des polices',
  newTab: ' (dans un nouvel onglet)',
}
