import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'

const validator = new HtmlValidate(
  new FileSystemConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // The formatter decides how our templates are written: `<br />`, `<!doctype html>`.
      'void-style': ['error', { style: 'selfclose' }],
      'doctype-style': ['error', { style: 'lowercase' }],
      // An empty value of a template leaves the space before it.
      'no-trailing-whitespace': 'off',
      // On narrow screens rows are laid out as grids, and browsers then ignore that they are rows.
      'no-redundant-role': 'off',
      // Without script nothing else can follow a task; with script there is no refresh.
      'meta-refresh': 'off',
      // GIFs play: muted, and not if the system asks for reduced motion.
      'no-autoplay': 'off',
      // A video without controls still has a name, which ARIA allows.
      'aria-label-misuse': ['error', { allowAnyNamable: true }],
      // The title of a page is that of its GIF, as long as its owner made it.
      'long-title': 'off',
    },
  }),
)

/** The faults that html-validate finds in the markup of a page, one per line. */
export async function markupFaultsOf(markup: string): Promise<string[]> {
  const { results } = await validator.validateString(markup)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  )
}
