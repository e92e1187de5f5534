import { Command } from 'commander'
import { fillWithDemo } from '../app/demo.ts'
import { loadConfig } from '../config/config.ts'

/** `demo`: a catalogue to try things with. */
export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Fill the catalogue with made-up GIFs, to try and to measure; they share one small animation',
    )
    .option('--gifs <count>', 'how many', Number, 1000)
    .action(async ({ gifs }: { gifs: number }) => {
      if (!Number.isInteger(gifs) || gifs < 1) throw new Error('--gifs must be a whole number, at least 1.')
      await fillWithDemo(loadConfig(), gifs)
      console.error(`${gifs} GIFs added.`)
    })
}
