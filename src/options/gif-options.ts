import { defaultsOf, findChoice, type OptionTable, type OptionValues } from './option.ts'
import { boomerangProblem } from './rules/gif-length.ts'
import { serverText } from './server-text.ts'

/** The options of every GIF, from any source. */
export const gifOptions = {
  preset: {
    type: 'choice',
    name: 'preset',
    label: 'Quality',
    description: serverText(
      'The balance of size and quality. `small` takes about half the bytes of `balanced`, `tiny` about a quarter. With `max_bytes`, it is the highest quality to use, by default `best`. `quality` is an alias of `best`.',
    ),
    choices: [
      { value: 'best', label: 'Best', help: serverText('As good as a GIF can look.') },
      { value: 'balanced', label: 'Balanced', help: serverText('Looks good and loads quickly.') },
      { value: 'small', label: 'Small', help: serverText('About half the size, rougher.') },
      { value: 'tiny', label: 'Tiny', help: serverText('About a quarter, quite rough.') },
    ],
    aliases: { quality: 'best' },
    default: 'balanced',
    defaultLimit: 'preset',
    defaultWith: { name: 'max_bytes', value: 'best' },
  },
  maxBytes: {
    type: 'bytes',
    name: 'max_bytes',
    label: 'Size limit',
    help: serverText('The best quality that fits.'),
    description: serverText(
      'The maximum size of the GIF file in bytes; the best quality that fits is used. 1 MB is 1000000.',
    ),
    min: 50_000,
    max: 500_000_000,
    formatLimits: { min: 1000, max: Infinity },
    default: null,
    unit: 'size',
    suggestions: [2, 5, 8, 10].map((megabytes) => ({
      value: megabytes * 1_000_000,
      label: `${megabytes} MB`,
    })),
  },
  loops: {
    type: 'whole',
    name: 'loop',
    label: 'Loops',
    help: serverText('Leave empty to loop forever.'),
    description: serverText('The number of times the GIF plays; 0 loops forever.'),
    min: 0,
    // The maximum of the file format.
    max: 65_535,
    formatLimits: { min: 0, max: 65_535 },
    default: 0,
    unit: 'times',
    placeholder: 'Forever',
  },
  reverse: {
    type: 'flag',
    name: 'reverse',
    label: 'Reverse',
    description: serverText('Plays backward.'),
    group: 'playback',
    default: false,
  },
  boomerang: {
    type: 'flag',
    name: 'boomerang',
    label: 'Boomerang',
    help: serverText('Plays forward, then backward.'),
    description: serverText('Plays forward, then backward, which takes twice as long.'),
    group: 'playback',
    default: false,
    check: boomerangProblem,
    gifSeconds: (seconds, isOn) => (isOn ? 2 * seconds : seconds),
  },
} as const satisfies OptionTable

export type GifOptions = OptionValues<typeof gifOptions>

export type GifPreset = GifOptions['preset']

export const gifPresets: readonly GifPreset[] = gifOptions.preset.choices.map(({ value }) => value)

export const defaultGifOptions: GifOptions = defaultsOf(gifOptions)

/** Returns the preset with a name, which may be one of earlier versions; undefined if it does not exist. */
export function findPreset(name: string): GifPreset | undefined {
  const value = findChoice(gifOptions.preset, name)
  return gifPresets.find((preset) => preset === value)
}

/**
 * Returns the preset chosen in a form whose choice is always sent: with a size limit, the form's initial preset does
 * not count as a choice, and the limit alone decides.
 */
export function presetOfForm<Name extends string>(chosen: Name, comesWith: string, hasLimit: boolean) {
  return hasLimit && chosen === comesWith ? gifOptions.preset.defaultWith.value : chosen
}

/** Reads options that an earlier version may have stored: those that it did not know have their defaults. */
export function storedGifOptions(stored: Partial<GifOptions> | undefined): GifOptions {
  const options = { ...defaultGifOptions, ...stored }
  return { ...options, preset: findPreset(options.preset) ?? defaultGifOptions.preset }
}
