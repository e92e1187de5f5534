/**
 * Goes to the folder that `npm run gifwright` was called in: npm itself goes to the program's, and paths that a person
 * gives are meant from where he stands. DATA_DIR is not: read the settings first. Anywhere else nothing happens; a
 * script of another project has its paths from that project's folder.
 */
export function goWhereNpmWasCalled(): void {
  const { INIT_CWD, npm_lifecycle_event: script, npm_package_name: project } = process.env
  if (INIT_CWD !== undefined && script === 'gifwright' && project === 'gifwright') process.chdir(INIT_CWD)
}
