/**
 * Changes to the folder in which `npm run gifwright` was called, since npm changes to the program's folder and people's paths
 * are relative to theirs. DATA_DIR is not: read the settings first. Does nothing elsewhere: paths in a script of another
 * project are relative to that project.
 */
export function useCallersFolder(): void {
  const { INIT_CWD, npm_lifecycle_event: script, npm_package_name: project } = process.env
  if (INIT_CWD !== undefined && script === 'gifwright' && project === 'gifwright') process.chdir(INIT_CWD)
}
