/** A finding about a way to back up. `ok: false` needs a change; null could not be checked. */
export type Finding = { ok: boolean | null; text: string }

export type ArchivingState = {
  isOn: boolean
  lastStoredMs: number | null
  lastFailedMs: number | null
  timeoutSeconds: number
}

export type VersioningState =
  | { state: 'on'; keptDays: number | null }
  | { state: 'off' }
  | { state: 'unknown'; why: string }

const minuteMs = 60_000

/** The age at which an archive counts as unattended. */
const staleMs = 60 * minuteMs

/** Reports whether the database can be restored to any moment. */
export function adviseDatabase(archiving: ArchivingState, nowMs: number): Finding[] {
  const { isOn, lastStoredMs, lastFailedMs, timeoutSeconds } = archiving
  if (!isOn)
    return [
      {
        ok: false,
        text: 'PostgreSQL does not archive its log (archive_mode is off), so that it cannot be restored as it was at a chosen moment. Turn on the point-in-time recovery of your provider, or set up pgBackRest, Barman or WAL-G. If your provider backs up its disks instead, this does not show here.',
      },
    ]
  const findings: Finding[] = []
  if (lastFailedMs !== null && lastFailedMs > (lastStoredMs ?? 0))
    findings.push({
      ok: false,
      text: `PostgreSQL could not archive its log at ${timeOf(lastFailedMs)}, and has not since. Its log says why.`,
    })
  else if (lastStoredMs === null)
    findings.push({ ok: false, text: 'PostgreSQL is to archive its log, and has not stored any of it yet.' })
  else
    findings.push({
      ok: nowMs - lastStoredMs < staleMs || timeoutSeconds === 0,
      text: `PostgreSQL archived its log last at ${timeOf(lastStoredMs)}.`,
    })
  if (timeoutSeconds === 0)
    findings.push({
      ok: null,
      text: 'archive_timeout is 0: on a quiet instance the last hours may not be archived yet. 60 s is a good value.',
    })
  return findings
}

/** Reports whether removed files can be brought back, as an older database needs them. */
export function adviseBucket(bucket: string, versioning: VersioningState): Finding[] {
  if (versioning.state === 'unknown')
    return [
      {
        ok: null,
        text: `Whether the bucket ${bucket} keeps versions could not be found out (${versioning.why}).`,
      },
    ]
  if (versioning.state === 'off')
    return [
      {
        ok: false,
        text: `The bucket ${bucket} keeps no versions: what is removed is gone, and an older database lacks its files. Turn versioning on, with a rule that removes old versions after as many days as you keep backups of the database.`,
      },
    ]
  const { keptDays } = versioning
  return [
    {
      ok: true,
      text: `The bucket ${bucket} keeps what is removed${keptDays === null ? '; no rule was found that removes old versions' : ` for ${keptDays} days`}. Keep backups of the database no longer than that.`,
    },
  ]
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
