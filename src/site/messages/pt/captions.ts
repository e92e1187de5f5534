import type { captionsMessages as english } from '../en/captions.ts'

export const captionsMessages: typeof english = {
  panel: 'Legendas e figurinhas',
  top: 'Texto no topo',
  bottom: 'Texto embaixo',
  plainHint: 'Letras brancas com contorno preto.',
  add: 'Adicionar ao GIF',
  addText: 'Adicionar texto',
  addCaptions: 'Topo e embaixo',
  addSticker: 'Adicionar figurinha',
  addBlur: 'Desfocar uma área',
  list: 'Camadas, a da frente primeiro',
  help: 'Arraste uma camada sobre a imagem para posicioná-la.',
  stickersGone: 'As figurinhas deste GIF não estão mais guardadas; ele é criado sem elas.',
  licenses: 'Licenças das fontes',
  newTab: ' (em uma nova aba)',
}
