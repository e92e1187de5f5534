import type { recordTexts as english } from '../../en/client/record.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const recordTexts: typeof english = {
  start: 'Iniciar gravação',
  stop: 'Parar gravação',
  started: 'Gravando',
  cancel: 'Cancelar',
  mirror: 'Espelhar',
  local: 'A gravação fica no seu navegador até você apertar “Criar GIF”.',
  elapsed: (seconds, limit) => `${clock(seconds)} de ${clock(limit)}`,
  names: { screen: 'Gravação da tela', camera: 'Gravação da câmera' },
  errors: {
    screenRefused: 'Nenhuma tela foi compartilhada. Escolha uma tela, janela ou aba para gravar.',
    cameraRefused: 'A câmera está bloqueada. Permita-a para este site no navegador e tente de novo.',
    noScreen: 'Não há tela para gravar aqui.',
    noCamera: 'Nenhuma câmera encontrada. Conecte uma e tente de novo.',
    inUse: 'Não foi possível gravar: outro app está usando. Feche esse app e tente de novo.',
    empty: 'Nada foi gravado. Grave por um pouco mais de tempo.',
    unknown: 'Este navegador não conseguiu gravar. Tente outro navegador ou escolha um arquivo.',
  },
}
