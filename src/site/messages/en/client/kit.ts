/** The texts that the kit's browser modules show. */
export const kitTexts = {
  play: 'Play',
  pause: 'Pause',
  copied: 'Copied',
  favoriteAdded: 'Added to favorites.',
  favoriteRemoved: 'Removed from favorites.',
  pressCtrlC: 'Press Ctrl+C',
  showPassword: 'Show',
  hidePassword: 'Hide',
  password: 'Password',
  passwordShown: 'The password is shown.',
  passwordHidden: 'The password is hidden.',
  suggestions: 'Suggestions',
  suggestionKinds: { trending: 'Trending', tag: 'Tag', search: '', category: 'Category', gif: 'GIF' },
}
