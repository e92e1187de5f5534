import type { toolsTexts as english } from '../../en/client/tools.ts'
import { formatCount, formatNumber, formats } from '../format.ts'

const frames = (count: number) => formatCount(count, { one: 'quadro', other: 'quadros' })

export const toolsTexts: typeof english = {
  reading: 'Lendo a animação…',
  making: 'Criando o GIF…',
  canceled: 'Cancelado. Mude algo para tentar de novo.',
  unreadable: 'Seu navegador não consegue abrir este arquivo aqui. Aperte Salvar, e o servidor o converte.',
  notFound: 'Não foi possível carregar o GIF. Recarregue a página para tentar de novo.',
  tooLarge:
    'Esta animação é grande demais para o seu navegador. Aperte Salvar, e o servidor tenta processá-la.',
  damaged: 'Este GIF está danificado, e não dá para ler os quadros dele.',
  invalid: 'Confira o campo marcado.',
  cropOutside: 'O recorte passa da imagem.',
  stopped: 'Seu navegador ficou sem memória. Use menos quadros ou quadros menores.',
  oldBrowser:
    'Seu navegador é antigo demais para criar GIFs. Atualize-o ou pressione Salvar para que o servidor crie este.',
  approximated: (count) =>
    `${formatCount(count, { one: 'quadro tem', other: 'quadros têm' })} mais de 256 cores; as mais raras foram trocadas por cores próximas.`,
  done: (before, after, percent) =>
    percent === 0
      ? `${before} → ${after}`
      : `${before} → ${after} (${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}%)`,
  converting: (format, percent) => `Criando o ${format}… ${percent} %`,
  converted: (format, change) => `${format}: ${change}`,
  cannotConvert: (format) =>
    `Seu navegador não conseguiu criar o ${format}. Aperte Salvar: a página do GIF o tem.`,
  pixels: (width, height) => `${width} × ${height}`,
  seconds: (milliseconds) => formats.formatDuration(milliseconds),
  bytes: (bytes) => formats.formatBytes(bytes),
  archive: 'Compactando os quadros…',
  strip: {
    frame: (number, milliseconds) => `Quadro ${number}, ${formatNumber(milliseconds)} ms`,
    held: (times) => `×${times}`,
    selectAll: 'Selecionar tudo',
    remove: 'Excluir',
    longer: 'Mais tempo',
    shorter: 'Menos tempo',
    undo: 'Desfazer',
    redo: 'Refazer',
    count: (count, all) => `${formatNumber(count)} de ${frames(all)}`,
    last: 'Um GIF tem pelo menos um quadro.',
  },
  saving: 'Salvando…',
  saveFailed: 'Não foi possível salvar o GIF. Verifique sua conexão e tente de novo.',
}
