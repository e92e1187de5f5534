import { number } from '../setting.ts'

/** What is trending, and who can trend. */
export const discoverySettings = {
  TREND_HALF_LIFE_HOURS: number(
    48,
    [1, 8760],
    'How long until a use of a GIF, or a search, counts half in what is trending.',
    'hours',
  ),
}
