import { html } from '../../../lib/html.ts'
import type { importMessages as english } from '../en/import.ts'
import { formatCount, formatNumber } from './format.ts'

const files = (count: number) => formatCount(count, { one: 'arquivo', other: 'arquivos' })

export const importMessages: typeof english = {
  title: 'Importar GIFs',
  description: 'Traga seus GIFs para cá, exatamente como são.',
  lead: 'Cada quadro, tempo e cor fica como está, e sem marca d’água.',
  visitor: {
    heading: 'Entre para importar GIFs',
    why: 'GIFs importados pertencem a uma conta, para que depois você possa pôr tags, ocultá-los e excluí-los.',
    signUpClosed: 'Peça uma ao administrador.',
    signIn: 'Entrar',
    signUp: 'Criar uma conta',
  },
  files: 'Arquivos',
  filesHint: (each, all, max) =>
    `GIF, WebP e PNG animados, MP4 e WebM sem som: até ${each} cada. Ou um ZIP deles. ${formatNumber(max)} arquivos e ${all} de uma vez.`,
  drop: 'Solte GIFs, pastas ou um ZIP aqui',
  chooseFiles: 'Escolher arquivos',
  chooseFolder: 'Escolher uma pasta',
  limits: (each, zip, max) => `Até ${formatNumber(max)} arquivos de ${each} cada, ou um ZIP de ${zip}.`,
  waitingLimit: (max) => `Até ${formatNumber(max)} dos seus arquivos podem esperar ao mesmo tempo.`,
  details: 'Para todos',
  detailsHint: 'Depois você pode alterar cada um, ou vários de uma vez.',
  category: 'Categoria',
  chooseCategory: 'Escolha uma categoria…',
  tags: 'Tags',
  tagsHint: (max) => `Separe com vírgulas, até ${max}.`,
  folders: 'Usar os nomes das pastas como tags',
  visibility: 'Quem pode vê-los',
  submit: 'Importar',
  recent: 'Importações recentes',
  recentItem: (count, ago) => html`${files(count)}, ${ago}`,
  sending: {
    heading: 'Enviando',
    pause: 'Pausar',
    cancel: 'Cancelar',
    retry: 'Tentar de novo',
    failed: 'Não enviados',
  },
  table: {
    title: 'Arquivos importados',
    counts: (counts) =>
      [
        counts.done > 0 && formatCount(counts.done, { one: 'pronto', other: 'prontos' }),
        counts.making > 0 && `${formatNumber(counts.making)} em criação`,
        counts.waiting > 0 && `${formatNumber(counts.waiting)} em espera`,
        counts.exists > 0 && `${formatNumber(counts.exists)} já aqui`,
        counts.refused > 0 && formatCount(counts.refused, { one: 'recusado', other: 'recusados' }),
        counts.gone > 0 && formatCount(counts.gone, { one: 'excluído', other: 'excluídos' }),
      ]
        .filter((text) => text !== false)
        .join(' · '),
    leave: 'Você pode sair desta página. Seus GIFs são criados mesmo assim.',
    refresh: 'Atualizar',
    more: 'Importar mais',
    caption: (total) => files(total),
    columns: {
      select: 'Selecionar',
      gif: 'GIF',
      state: 'Estado',
      tags: 'Tags',
      category: 'Categoria',
      rating: 'Classificação',
      visibility: 'Visível para',
      alt: 'Descrição',
    },
    states: {
      waiting: 'Em espera',
      making: 'Em criação',
      done: 'Pronto',
      exists: 'Já está aqui',
      refused: 'Recusado',
      gone: 'Excluído',
    },
    none: 'Nenhuma',
    edit: 'Editar',
    unrated: 'Sem classificação',
    all: (total) => `Todos os ${formatNumber(total)} desta importação, não só os selecionados`,
    delete: 'Excluir…',
    done: {
      change: (count) => formatCount(count, { one: 'arquivo alterado.', other: 'arquivos alterados.' }),
      delete: (count) => formatCount(count, { one: 'arquivo excluído.', other: 'arquivos excluídos.' }),
      remake: (count) =>
        formatCount(count, { one: 'arquivo vai virar GIF.', other: 'arquivos vão virar GIFs.' }),
    },
    moreRefused: (listed: number, more: number) =>
      `Só os primeiros ${formatNumber(listed)} arquivos recusados aparecem na lista; mais ${formatNumber(more)} foram recusados.`,
    unchanged: (count) =>
      `${formatCount(count, { one: 'arquivo não foi alterado: recusado, em criação agora', other: 'arquivos não foram alterados: recusados, em criação agora' })} ou de outra conta.`,
    remake: 'Criar GIFs com eles',
    remakeHint: (count) =>
      `${formatCount(count, { one: 'arquivo ultrapassa um limite para ficar como está. Ainda dá para criar um GIF com ele', other: 'arquivos ultrapassam um limite para ficar como estão. Ainda dá para criar GIFs com eles' })}.`,
    deleteTitle: (count) => `Excluir ${files(count)}?`,
    deleteHeading: (count) => `Excluir ${files(count)} para sempre?`,
    deleteExplanation:
      'Os GIFs deles são excluídos na hora, e o que ainda está em espera não é criado. Os GIFs que já estavam aqui ficam.',
    deleteConfirm: (count) => `Excluir ${files(count)}`,
    deleteCancel: 'Manter',
  },
}
