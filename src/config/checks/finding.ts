/**
 * What a check of the settings found, as a sentence that names one. A `note` is no mistake: the service does without what
 * is missing.
 */
export type SettingFinding = { kind: 'mistake' | 'note'; text: string }

/** A finding that should be changed. */
export const mistake = (text: string): SettingFinding => ({ kind: 'mistake', text })

/** A finding that the operator may want so. */
export const note = (text: string): SettingFinding => ({ kind: 'note', text })
