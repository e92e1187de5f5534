/**
 * A sentence about a setting, found by a check. A `note` is not a mistake: the service works without the missing part.
 */
export type SettingFinding = { kind: 'mistake' | 'note'; text: string }

/** Makes a finding that the operator should fix. */
export const mistake = (text: string): SettingFinding => ({ kind: 'mistake', text })

/** Makes a finding that may be intended. */
export const note = (text: string): SettingFinding => ({ kind: 'note', text })
