import { html } from '../../../lib/html.ts'
import type { gifMessages as english } from '../en/gif.ts'

export const gifMessages: typeof english = {
  description: (title, duration, category) => `${title}: um GIF de ${duration} em ${category}.`,
  labels: 'Categoria e tags',
  alt: 'Descrição:',
  facts: {
    size: 'Tamanho',
    duration: 'Duração',
    frames: 'Quadros',
    rating: 'Classificação',
    created: 'Criado',
  },
  share: { heading: 'Compartilhar', link: 'Link', copyLink: 'Copiar link', share: 'Compartilhar…' },
  more: {
    button: 'Mais',
    copy: 'Copiar',
    download: 'Baixar',
    collect: 'Adicionar à coleção…',
    report: 'Denunciar este GIF',
  },
  related: 'Parecidos com este',
  manage: {
    own: 'Seu GIF',
    admin: 'Administração',
    edit: 'Editar',
    hide: 'Ocultar',
    show: 'Reexibir',
    delete: 'Excluir',
    remove: 'Remover',
    notices: 'Denúncias',
  },
  underWay: {
    title: 'Este GIF está sendo criado',
    hint: 'Leva segundos, ou alguns minutos quando há muitos na fila. A página se atualiza sozinha.',
  },
  visibility: {
    hiddenForAdmin: 'Oculto. Só o dono e os administradores podem vê-lo.',
    hiddenForOwner: 'Ocultado pelo administrador. Só você e os administradores podem vê-lo.',
    readDecision: 'Ler a decisão',
    unlisted: 'Não listado. Quem tem o link pode vê-lo, mas ele não aparece em nenhum outro lugar.',
    privateForAdmin:
      'Privado. Só o dono pode vê-lo, e os administradores enquanto houver denúncias em aberto.',
    privateForOwner: 'Privado. Só você pode ver esta página. Os links dos arquivos expiram.',
  },
  delete: {
    title: 'Excluir este GIF?',
    heading: 'Excluir este GIF para sempre?',
    explanation: (title) =>
      html`“<bdi>${title}</bdi>” e seus arquivos são excluídos na hora. Links e incorporações param de
      funcionar.`,
    confirm: 'Excluir GIF',
    cancel: 'Manter GIF',
    done: 'O GIF foi excluído',
    doneExplanation:
      'A página e os arquivos dele não existem mais. Cópias em caches de outros serviços podem durar um pouco.',
    makeAnother: 'Criar outro GIF',
  },
  edit: {
    title: 'Editar seu GIF',
    titleField: 'Título',
    alt: 'Descrição',
    altHint:
      'Para quem não pode vê-lo e para a busca: quem faz o quê, e qualquer texto que apareça. Uma ou duas frases.',
    category: 'Categoria',
    tags: 'Tags',
    tagsHint: (maxTags) => `Separe com vírgulas, até ${maxTags}.`,
    hidden: 'Ocultado pelo administrador. Você não pode mudar quem o vê até que ele seja reexibido.',
    save: 'Salvar',
    cancel: 'Cancelar',
    delete: 'Excluir este GIF…',
  },
  embed: {
    pageTitle: (title, siteName) => `${title} · ${siteName}`,
    notSafeForWork: 'Conteúdo sensível (NSFW). Toque para mostrar.',
    flashing: 'Este GIF pisca. Toque para mostrar.',
    caption: (title, siteName) => html`<bdi>${title}</bdi> · ${siteName}`,
    missingTitle: (siteName) => `Indisponível · ${siteName}`,
    missing: 'Este GIF não está disponível.',
    more: (siteName) => `Mais em ${siteName}`,
  },
  oembed: {},
}
