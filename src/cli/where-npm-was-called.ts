/**
 * The folder in which `npm run gifwright` or `npm start` was called, since npm changes to the program's folder;
 * otherwise the current folder.
 */
export function callersFolder(): string {
  const { INIT_CWD, npm_lifecycle_event: script = '', npm_package_name: project } = process.env
  const isOwnScript = ['gifwright', 'start'].includes(script) && project === 'gifwright'
  // Paths in a script of another project are relative to that project.
  return INIT_CWD !== undefined && isOwnScript ? INIT_CWD : process.cwd()
}

/** Changes to the caller's folder, to which people's paths are relative. DATA_DIR is not: read the settings first. */
export function useCallersFolder(): void {
  process.chdir(callersFolder())
}
