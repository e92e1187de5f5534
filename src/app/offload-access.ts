import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setGroupAccess, shareAllGifs } from '../adapters/media-store/files/group-access.ts'
import type { Config } from '../config/config.ts'
import { realPathOf } from '../lib/disk/real-path.ts'
import type { Log } from '../lib/log/log.ts'
import { mediaFolder } from './data-folder.ts'

const [groupMayPass, othersMayPass] = [0o010, 0o001]

/**
 * The reverse proxy's access to the files of GIFs, through the group of the media folder: granted while MEDIA_OFFLOAD
 * is on, and revoked while it is off. For the process that answers requests.
 */
export function createOffloadAccess(config: Config, log: Log) {
  const folder = mediaFolder(config)
  const { mediaOffload } = config.site
  const isOn = mediaOffload !== 'off' && config.s3 === null
  const ended = new AbortController()
  let sharing = Promise.resolve()
  return {
    /** Opens or closes the folder, then shares the remaining files in the background. */
    async start(): Promise<void> {
      if (config.s3 !== null) return
      // A folder that cannot be changed is reported by `fault`, or by the check of the store.
      await setGroupAccess(folder, isOn).catch(() => undefined)
      if (isOn) sharing = shareFiles()
    },
    /** Like `offloadFault`, including a folder that could not be opened. */
    fault: async (): Promise<string | null> => {
      if (isOn && ((await stat(folder)).mode & groupMayPass) === 0)
        return `MEDIA_OFFLOAD=${mediaOffload} cannot work: the permissions of ${folder} cannot be changed to 0710; give the folder to the user of the service.`
      return offloadFault(config)
    },
    async stop(): Promise<void> {
      ended.abort()
      await sharing
    },
  }

  async function shareFiles(): Promise<void> {
    try {
      const { shared, failed, firstFailure } = await shareAllGifs(folder, ended.signal)
      if (shared > 0)
        log.info({ gifs: shared }, 'files of GIFs were shared with the group of the media folder')
      if (failed > 0)
        log.warn(
          { gifs: failed, err: firstFailure },
          'files of GIFs cannot be shared with the group of the media folder: MEDIA_OFFLOAD cannot send them',
        )
    } catch (error) {
      log.warn(
        { err: error },
        'the media folder cannot be shared with its group: MEDIA_OFFLOAD cannot send files',
      )
    }
  }
}

/**
 * A sentence about anything that keeps the proxy from the files while MEDIA_OFFLOAD is on, with the remedy; null if
 * there is no known fault, or nothing is stored yet.
 */
export async function offloadFault(config: Config): Promise<string | null> {
  const { mediaOffload } = config.site
  if (mediaOffload === 'off' || config.s3 !== null) return null
  const folder = await realPathOf(mediaFolder(config))
  const found = await stat(folder).catch(() => undefined)
  const reason = found === undefined ? null : await findFault(folder, found.gid)
  return reason === null ? null : `MEDIA_OFFLOAD=${mediaOffload} cannot work: ${reason}`
}

/** The fault that locks out members of the folder's group. */
async function findFault(folder: string, gid: number): Promise<string | null> {
  const group = await readGroup(gid)
  if (!ownGroups().includes(gid) && process.getuid?.() !== 0)
    return `the user of the service is not in the group ${group.name} of ${folder}; use a group that it is in (chgrp).`
  for (let above = dirname(folder); ; above = dirname(above)) {
    const found = await stat(above)
    const isOfGroup = found.gid === gid
    const mayPass = (found.mode & (isOfGroup ? groupMayPass : othersMayPass)) !== 0
    if (!mayPass) {
      const advice = isOfGroup
        ? `run chmod g+x ${above}; with systemd, set StateDirectoryMode=0710`
        : 'let the group pass through it, or move DATA_DIR'
      return `the group ${group.name} of ${folder} cannot pass through ${above}; ${advice}.`
    }
    if (above === dirname(above)) break
  }
  return group.isAlone
    ? `nobody but the service is in the group ${group.name} of ${folder}; add the user of the proxy, such as usermod -aG ${group.name} www-data, and restart the proxy.`
    : null
}

function ownGroups(): number[] {
  return [process.getegid?.() ?? -1, ...(process.getgroups?.() ?? [])]
}

/** The name of a group; whether this machine knows it, and whether it has no other members. */
async function readGroup(gid: number): Promise<{ name: string; isAlone: boolean }> {
  const [name, , , members = ''] = (await linesOf('/etc/group')).find(([, , id]) => Number(id) === gid) ?? []
  if (name === undefined) return { name: String(gid), isAlone: false }
  const users = await linesOf('/etc/passwd')
  const own = users.find(([, , uid]) => Number(uid) === process.getuid?.())?.[0]
  const inGroup = [
    ...members.split(','),
    ...users.filter(([, , , primary]) => Number(primary) === gid).map(([user]) => user),
  ]
  return { name, isAlone: inGroup.every((user) => user === '' || user === own) }
}

async function linesOf(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.trim().split(':'))
}
