import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'

const validator = new HtmlValidate(
  new FileSystemConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // How our templates are written is for the formatter to say: `<br />`, `<!doctype html>`.
      'void-style': ['error', { style: 'selfclose' }],
      'doctype-style': ['error', { style: 'lowercase' }],
      // A value of a template that is nothing leaves the space before it.
      'no-trailing-whitespace': 'off',
      // On narrow screens rows are laid out as grids, and browsers then forget that they are rows.
      'no-redundant-role': 'off',
      // Without script nothing else can follow a task; with script there is no refresh.
      'meta-refresh': 'off',
      // GIFs play: muted, and not where the system asks for less motion.
      'no-autoplay': 'off',
      // A video without controls has a name all the same, which ARIA allows.
      'aria-label-misuse': ['error', { allowAnyNamable: true }],
      // The title of a page is that of its GIF, as long as its owner made it.
      'long-title': 'off',
    },
  }),
)

/** What html-validate finds wrong with the markup of a page, a line each. */
export async function markupFaultsOf(markup: string): Promise<string[]> {
  const { results } = await validator.validateString(markup)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  )
}
