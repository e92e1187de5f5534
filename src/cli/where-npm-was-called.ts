/** The folder in which `npm run gifwright` or `npm start` was called, since npm changes to the program's; this folder elsewhere. */
export function callersFolder(): string {
  const { INIT_CWD, npm_lifecycle_event: script = '', npm_package_name: project } = process.env
  const isOwnScript = ['gifwright', 'start'].includes(script) && project === 'gifwright'
  // Paths in a script of another project are relative to that project.
  return INIT_CWD !== undefined && isOwnScript ? INIT_CWD : process.cwd()
}

/**
 * Changes to the folder of the caller, since people's paths are relative to theirs. DATA_DIR is not: read the settings
 * first.
 */
export function useCallersFolder(): void {
  process.chdir(callersFolder())
}
