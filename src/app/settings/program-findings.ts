import { type SettingFinding, mistake, note } from '../../config/checks/finding.ts'
import type { Config } from '../../config/config.ts'
import { hasProgram } from '../../lib/tools/find-program.ts'
import { heifPrograms } from '../../render/tools/decoders.ts'

/** The programs for making GIFs that this machine lacks. Without some of them, the service can do less. */
export async function programFindings({ render, sources }: Config): Promise<SettingFinding[]> {
  const isMissing = async (program: string) => !(await hasProgram(program, render.searchPath))
  const findings: SettingFinding[] = []
  for (const tool of ['ffmpeg', 'ffprobe'])
    if (await isMissing(tool))
      findings.push(mistake(`${tool} is not in a folder of PATH: no GIF can be made. Install ffmpeg.`))
  const { ytDlpPath } = sources
  if (ytDlpPath !== null && (await isMissing(ytDlpPath))) {
    const isNamed = (process.env.YT_DLP?.trim() ?? '') !== ''
    const text = `YT_DLP: there is no program ${ytDlpPath}, so links of video sites are refused. Install yt-dlp, or set YT_DLP=off.`
    findings.push(isNamed ? mistake(text) : note(text))
  }
  if (render.sandbox !== 'off' && (await isMissing('bwrap'))) {
    findings.push(
      render.sandbox === 'require'
        ? mistake(
            'SANDBOX=require needs bubblewrap, and bwrap is not in a folder of PATH. Install bubblewrap.',
          )
        : note(
            'SANDBOX=auto: bwrap is not in a folder of PATH, so untrusted files are read with limits only. Install bubblewrap.',
          ),
    )
  }
  return findings
}

/** The programs for other file types and for backups that this machine lacks. */
export async function optionalProgramFindings({ render, database }: Config): Promise<SettingFinding[]> {
  const isMissing = async (program: string) => !(await hasProgram(program, render.searchPath))
  const findings: SettingFinding[] = []
  const heif = await Promise.all(heifPrograms.map(isMissing))
  if (heif.every(Boolean))
    findings.push(
      note(`None of ${heifPrograms.join(', ')} is in a folder of PATH: HEIC pictures are refused.`),
    )
  if (database === null) return findings
  for (const tool of ['pg_dump', 'pg_restore'])
    if (await isMissing(tool))
      findings.push(note(`${tool} is not in a folder of PATH: gifwright backup needs it for DATABASE_URL.`))
  return findings
}
