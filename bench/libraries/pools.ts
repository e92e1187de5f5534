/** A pool of child processes: the cost of an empty task, and whether a canceled task's own children end with it. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compare } from './compare.ts'

const tasks = 200
const folder = await mkdtemp(join(tmpdir(), 'gifwright-pool-'))
const pidFile = join(folder, 'pid')

/** Starts a tool like ffmpeg is started, then works forever. */
const startTool = `const { spawn } = require('node:child_process')
const { writeFileSync } = require('node:fs')
const tool = spawn('sleep', ['20'])
writeFileSync(${JSON.stringify(pidFile)}, String(tool.pid))
return new Promise(() => setInterval(() => {}, 1000))`

const taskFile = join(folder, 'task.cjs')
await writeFile(taskFile, `module.exports = (kind) => { if (kind === 'empty') return 1\n${startTool} }`)
const workerFile = join(folder, 'worker.cjs')
const childFile = join(folder, 'child.cjs')
await writeFile(
  childFile,
  `const task = require(${JSON.stringify(taskFile)}); process.on('message', async (kind) => process.send(await task(kind)))`,
)

async function toolPid(): Promise<number> {
  for (;;) {
    const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''))
    if (pid > 0) return pid
    await wait(20)
  }
}

async function toolState(pid: number): Promise<string> {
  await wait(1500)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const isRunning = stat !== '' && !stat.includes(') Z ')
  if (isRunning) process.kill(pid, 'SIGKILL')
  return `the tool of a canceled task ${isRunning ? 'continues' : 'has ended'}`
}

await compare(import.meta.filename, 'a task', {
  'a process group of our own': async () => {
    const child = spawn(process.execPath, [childFile], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const ask = (kind: string) =>
      new Promise((resolve) => {
        child.once('message', resolve)
        child.send(kind)
      })
    await ask('empty')
    return {
      operations: tasks,
      run: async () => {
        for (let task = 0; task < tasks; task++) await ask('empty')
        void ask('tool')
        const pid = await toolPid()
        process.kill(-(child.pid ?? 0), 'SIGKILL')
        return toolState(pid)
      },
    }
  },
  tinypool: async (load) => {
    const { Tinypool } = await load('tinypool')
    const pool = new Tinypool({ filename: taskFile, runtime: 'child_process', minThreads: 1, maxThreads: 1 })
    await pool.run('empty')
    return {
      operations: tasks,
      run: async () => {
        for (let task = 0; task < tasks; task++) await pool.run('empty')
        pool.run('tool').catch(() => {})
        const pid = await toolPid()
        await pool.destroy()
        return toolState(pid)
      },
    }
  },
  workerpool: async (load) => {
    const pool = await load('workerpool')
    await writeFile(
      workerFile,
      `require(${JSON.stringify(join(process.argv[2] ?? '', 'node_modules/workerpool'))}).worker({ task: require(${JSON.stringify(taskFile)}) })`,
    )
    const workers = pool.pool(workerFile, { workerType: 'process', maxWorkers: 1 })
    await workers.exec('task', ['empty'])
    return {
      operations: tasks,
      run: async () => {
        for (let task = 0; task < tasks; task++) await workers.exec('task', ['empty'])
        const running = workers.exec('task', ['tool'])
        running.catch(() => {})
        const pid = await toolPid()
        running.cancel()
        return toolState(pid)
      },
    }
  },
})
