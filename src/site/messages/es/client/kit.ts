import type { kitTexts as english } from '../../en/client/kit.ts'

export const kitTexts: typeof english = {
  play: 'Reproducir',
  pause: 'Pausar',
  copied: 'Copiado',
  favoriteAdded: 'Añadido a favoritos.',
  favoriteRemoved: 'Quitado de favoritos.',
  pressCtrlC: 'Pulsa Ctrl+C',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  password: 'Contraseña',
  passwordShown: 'Se muestra la contraseña.',
  passwordHidden: 'La contraseña está oculta.',
  suggestions: 'Sugerencias',
  suggestionKinds: {
    trending: 'Tendencia',
    tag: 'Etiqueta',
    search: '',
    category: 'Categoría',
    gif: 'GIF',
  },
}
