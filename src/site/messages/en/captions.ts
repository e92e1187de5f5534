/** The texts of the panel of captions, stickers and blurred regions in the maker's page. */
export const captionsMessages = {
  panel: 'Captions and stickers',
  top: 'Text at the top',
  bottom: 'Text at the bottom',
  plainHint: 'White letters with a black outline.',
  add: 'Add to the GIF',
  addText: 'Add text',
  addCaptions: 'Top and bottom',
  addSticker: 'Add sticker',
  addBlur: 'Blur a region',
  list: 'Layers, the front one first',
  help: 'Drag a layer on the picture to place it.',
  stickersGone: 'The stickers of this GIF are no longer stored; it will be made without them.',
  licenses: 'Font licenses',
  newTab: ' (in a new tab)',
}
