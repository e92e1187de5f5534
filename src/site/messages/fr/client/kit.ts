import type { kitTexts as english } from '../../en/client/kit.ts'

export const kitTexts: typeof english = {
  play: 'Lire',
  pause: 'Pause',
  copied: 'Copié',
  favoriteAdded: 'Ajouté aux favoris.',
  favoriteRemoved: 'Retiré des favoris.',
  pressCtrlC: 'Appuyez sur Ctrl+C',
  showPassword: 'Afficher',
  hidePassword: 'Masquer',
  password: 'Mot de passe',
  passwordShown: 'Le mot de passe est affiché.',
  passwordHidden: 'Le mot de passe est masqué.',
  suggestions: 'Suggestions',
  suggestionKinds: { trending: 'Tendance', tag: 'Tag', search: '', category: 'Catégorie', gif: 'GIF' },
}
