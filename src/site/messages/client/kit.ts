/** The texts that the kit's browser modules show. */
export const kitTexts = {
  play: 'Play',
  pause: 'Pause',
  copied: 'Copied',
  pressCtrlC: 'Press Ctrl+C',
  suggestions: 'Suggestions',
  suggestionKinds: { category: 'Category', tag: 'Tag', gif: 'GIF' },
}
