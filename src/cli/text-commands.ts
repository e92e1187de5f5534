import { Command } from 'commander'
import { writeOperatorTexts } from '../app/operator-texts.ts'
import { loadConfig } from '../config/config.ts'
import { changeLog } from './log-change.ts'
import { withStores } from './with-stores.ts'

const aboutTexts = `
DATA_DIR/texts has what reporters and owners read: a text file each, with placeholders such as {title}, {code} and {site}.
The first line of a file decision-….txt is what operators choose it by; further ones are further choices. A file that is
removed means the text that ships with the program, an empty one none.

DATA_DIR/pages has pages of your own in Markdown: about.md, terms.md and privacy.md are served as /about, /terms and
/privacy, and linked at the foot of every page while they are there. Images of other sites and HTML are not shown.

A running service reads changed files within a second.`

/** `texts init`. */
export function textCommands(): Command {
  const texts = new Command('texts')
    .description('The texts of notices and decisions, and your own pages')
    .addHelpText('after', aboutTexts)
  texts
    .command('init')
    .description('Write the built-in texts and example pages, for you to adapt; keeps existing files')
    .action(async () => {
      const config = loadConfig()
      const written = await withStores(() => writeOperatorTexts(config))
      if (written.length > 0) changeLog(config)('write texts', { files: written.length })
      for (const path of written) console.log(path)
      console.error(`${written.length} ${written.length === 1 ? 'file' : 'files'} written.`)
    })
  return texts
}
