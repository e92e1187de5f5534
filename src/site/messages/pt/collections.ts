import { html } from '../../../lib/html.ts'
import type { collectionMessages as english } from '../en/collections.ts'
import { formatCount } from './format.ts'

export const collectionMessages: typeof english = {
  favorites: {
    title: 'Favoritos',
    empty: 'Ainda não há favoritos. Toque no coração de um GIF para guardá-lo aqui.',
    browse: 'Ver GIFs',
  },
  list: {
    title: 'Coleções',
    empty:
      'Ainda não há coleções. Reúna GIFs para encontrá-los de novo, compartilhá-los ou incorporá-los como uma grade.',
    emptyCollection: 'Vazia',
    done: { deleted: 'A coleção foi excluída.' },
  },
  form: {
    newHeading: 'Nova coleção',
    name: 'Nome',
    description: 'Descrição',
    descriptionHint: 'Opcional. Uma ou duas frases.',
    visibility: 'Quem pode ver',
    visibilities: {
      public: 'Todos',
      unlisted: 'Todos que têm o link',
      private: 'Só eu',
    },
    create: 'Criar coleção',
    createAndAdd: 'Criar e adicionar',
    save: 'Salvar',
    cancel: 'Cancelar',
  },
  marks: { public: 'Pública', unlisted: 'Não listada', private: 'Privada', hidden: 'Oculta' },
  page: {
    description: (name, count) =>
      `${name}: uma coleção de ${formatCount(count, { one: 'GIF', other: 'GIFs' })}.`,
    heading: 'Compartilhar',
    link: 'Link',
    copyLink: 'Copiar link',
    more: 'Mais',
    embed: 'Incorporar',
    embedHint: 'Mostra os GIFs públicos dela como uma grade em qualquer site.',
    feed: 'Feed',
    edit: 'Editar',
    delete: 'Excluir',
    hide: 'Ocultar',
    show: 'Reexibir',
    empty: 'Esta coleção não tem GIFs para mostrar.',
    emptyOwn: 'Ainda não há nada aqui. Abra um GIF, depois “Mais” e “Adicionar à coleção”.',
    hiddenForAdmin: 'Oculta. Só o dono e os administradores podem vê-la.',
    hiddenForOwner: 'Ocultada pelo administrador. Só você e os administradores podem vê-la.',
    private: 'Privada. Só você pode vê-la.',
    onlyYours: (count) =>
      `${formatCount(count, { one: 'GIF dela só você pode ver', other: 'GIFs dela só você pode ver' })}, porque os outros só encontram GIFs públicos.`,
    feedTitle: (name, siteName) => `${name} · ${siteName}`,
  },
  report: {
    link: 'Denunciar esta coleção',
    title: 'Denunciar uma coleção',
    heading: (name) => html`O que há de errado com “<bdi>${name}</bdi>”?`,
    hint: 'Para denunciar um só GIF ou reivindicar direitos, use a denúncia na página desse GIF.',
    sent: 'Obrigado. O administrador vai analisar.',
  },
  edit: {
    title: 'Editar coleção',
    gifs: 'GIFs',
    earlier: 'Mover para antes',
    later: 'Mover para depois',
    first: 'Mover para o início',
    remove: 'Remover',
    saved: 'Salvo.',
  },
  delete: {
    title: 'Excluir esta coleção?',
    explanation: (name) =>
      html`“<bdi>${name}</bdi>” é excluída na hora. Os GIFs dela ficam. Links e incorporações param de
      funcionar.`,
    confirm: 'Excluir coleção',
    cancel: 'Manter coleção',
  },
  collect: {
    title: 'Adicionar à coleção',
    heading: (title) => html`Adicionar “<bdi>${title}</bdi>” a uma coleção`,
    add: 'Adicionar',
    remove: 'Remover',
    back: 'Voltar ao GIF',
  },
  embed: {
    pageTitle: (name, siteName) => `${name} · ${siteName}`,
    all: (count, siteName) => html`${formatCount(count, { one: 'GIF', other: 'GIFs' })} em ${siteName}`,
    missing: 'Esta coleção não está disponível.',
    missingTitle: (siteName) => `Indisponível · ${siteName}`,
    more: (siteName) => `Mais em ${siteName}`,
  },
}
