/** The colors of the browser's own bars around a page: `--paper` of tokens.css. */
export const themeColors = { light: '#f7f7f5', dark: '#141412' }
