import type { kitTexts as english } from '../../en/client/kit.ts'

export const kitTexts: typeof english = {
  play: 'Reproduzir',
  pause: 'Pausar',
  copied: 'Copiado',
  favoriteAdded: 'Adicionado aos favoritos.',
  favoriteRemoved: 'Removido dos favoritos.',
  pressCtrlC: 'Pressione Ctrl+C',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  password: 'Senha',
  passwordShown: 'A senha está visível.',
  passwordHidden: 'A senha está oculta.',
  suggestions: 'Sugestões',
  suggestionKinds: { trending: 'Em alta', tag: 'Tag', search: '', category: 'Categoria', gif: 'GIF' },
}
