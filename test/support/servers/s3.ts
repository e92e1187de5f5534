import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { createS3Client, type S3Options } from '#src/adapters/media-store/s3/s3-client.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { atEnd } from '../end-of-run.ts'
import { shareStart } from '../share-start.ts'
import { until } from '../until.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** The folders in which Debian and Ubuntu put the servers of Ceph. */
const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']

/** The reason that no S3 server can be tested; false if one can. */
export const noS3 =
  programs.some((name) => !existsSync(`/usr/bin/${name}`)) &&
  'the S3 gateway of Ceph (radosgw, ceph-mon, ceph-osd) is not installed here'

const accessKeyId = 'gifwright'
const secretAccessKey = 'gifwright-secret'

export type S3Server = {
  endpoint: string
  /** The options that open a new and empty bucket. */
  newBucket(): Promise<S3Options>
  /** Removes a bucket made by `newBucket`, with all its contents. */
  removeBucket(bucket: string): Promise<void>
  /** The settings that make the service use a bucket. */
  settingsOf(options: S3Options): Record<string, string>
  /** Ends the gateway at once, like a power cut, and disconnects its clients. */
  stop(): Promise<void>
  /** Starts it again, at the same address and with the same files. */
  start(): Promise<void>
}

/** The settings of the service for a bucket. */
function settingsOf({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Options): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint ?? '',
    S3_BUCKET: bucket,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** Returns the S3 server shared by all tests of this process. A test that stops it must start it again. */
export const sharedS3 = shareStart(() => startS3({ after: atEnd }))

/**
 * Starts an S3 server of the test's own on loopback: the gateway of Ceph, with one monitor and one store, whose files
 * are in memory.
 */
export async function startS3(t: CleanUp): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-s3-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const ceph = await startStore(t, { folder, port })
  let gateway: ChildProcess | undefined
  const stop = async () => {
    await end(gateway)
    gateway = undefined
  }
  const start = async () => {
    gateway = ceph.spawn('radosgw', '-n', 'client.rgw')
    await until('the S3 server answers', () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      ),
    )
  }
  cleanUp(t, stop)
  await start()
  let made = 0
  const optionsOf = (bucket: string): S3Options => ({
    endpoint,
    bucket,
    region: 'us-east-1',
    pathStyle: true,
    accessKeyId,
    secretAccessKey,
    timeoutMs: 30_000,
  })
  return {
    endpoint,
    settingsOf,
    stop,
    start,
    async newBucket() {
      const options = optionsOf(`bucket-${++made}`)
      await makeBucket(options)
      return options
    },
    removeBucket: (bucket) => removeBucket(optionsOf(bucket)),
  }
}

/** Makes the bucket of the options on their server. */
async function makeBucket(options: S3Options): Promise<void> {
  const client = createS3Client(options)
  try {
    await client.send(new CreateBucketCommand({ Bucket: options.bucket }))
  } finally {
    client.destroy()
  }
}

async function removeBucket(options: S3Options): Promise<void> {
  const { bucket: Bucket } = options
  const client = createS3Client(options)
  try {
    // Removed files are not listed again, so there is no page to continue from.
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      if (Contents.length === 0) break
      for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }))
    }
    await client.send(new DeleteBucketCommand({ Bucket }))
  } finally {
    client.destroy()
  }
}

async function startStore(t: CleanUp, { folder, port }: { folder: string; port: number }) {
  for (const name of ['mon', 'osd', 'run']) await mkdir(join(folder, name))
  const [cluster, store] = [randomUUID(), randomUUID()]
  const config = join(folder, 'ceph.conf')
  const monmap = join(folder, 'monmap')
  await writeFile(config, cephConfig({ folder, port, cluster, monmap }))
  const spawnDaemon = (program: string, ...args: string[]) =>
    spawn(program, ['-f', '-c', config, ...args], { cwd: '/', stdio: 'ignore' })
  let isStarted = false
  // A store that a monitor refuses ends; the monitor accepts it a moment later.
  const keepRunning = (program: string, ...args: string[]) => {
    let daemon: ChildProcess
    const begin = () => {
      daemon = spawnDaemon(program, ...args)
      daemon.once('exit', () => {
        if (!isStarted) setTimeout(begin, 200).unref()
      })
    }
    begin()
    cleanUp(t, () => {
      isStarted = true
      return end(daemon)
    })
  }
  // A monitor that has just begun refuses commands that it accepts a moment later.
  const again = (name: string, program: string, ...args: string[]) =>
    until(name, () =>
      run(program, ['-c', config, ...args], { cwd: '/', timeout: 5000 }).then(
        () => true,
        () => false,
      ),
    )
  const address = `v1:127.0.0.1:${await freePort()}`
  await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', address, monmap])
  await run('ceph-mon', ['-c', config, '-i', 'a', '--mkfs', '--monmap', monmap])
  keepRunning('ceph-mon', '-i', 'a')
  await again('the monitor knows the store', 'ceph', 'osd', 'new', store)
  await run('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', store])
  keepRunning('ceph-osd', '-i', '0')
  const user = ['--uid=test', '--display-name=test', `--access-key=${accessKeyId}`]
  await again(
    'the store has a user',
    'radosgw-admin',
    'user',
    'create',
    ...user,
    `--secret-key=${secretAccessKey}`,
  )
  isStarted = true
  return { spawn: spawnDaemon }
}

type CephPlaces = { folder: string; port: number; cluster: string; monmap: string }

function cephConfig({ folder, port, cluster, monmap }: CephPlaces): string {
  return `[global]
fsid = ${cluster}
monmap = ${monmap}
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log
mon cluster log file = ${folder}/cluster.log
debug rgw = 0/0
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
# Without this each of the gateway's pools takes a second to make.
paxos propose interval = 0.01
paxos min wait = 0.005
rgw frontends = beast endpoint=127.0.0.1:${port}
`
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
