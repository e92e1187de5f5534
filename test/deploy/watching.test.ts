import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import { createMetrics } from '#src/observe/metrics/metrics.ts'
import { startApp } from '../support/app.ts'
import { findUnknown, type MetricLabels } from '../support/http/promql.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { samples } from '../support/http/samples.ts'
import { stateSources } from '../support/stores/state-sources.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const alertsFile = pathOf('deploy/prometheus-alerts.yaml')
const alerts = readAlerts(readFileSync(alertsFile, 'utf8'))

type Panel = {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: { uid: string }
  targets?: { refId: string; expr: string; legendFormat: string; datasource: { uid: string } }[]
}
const dashboard = JSON.parse(readFileSync(pathOf('deploy/grafana-dashboard.json'), 'utf8')) as {
  schemaVersion: number
  templating: { list: { name: string; query: unknown }[] }
  panels: Panel[]
}
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** The parts of each rule, all written in the same form. */
function readAlerts(text: string) {
  return text
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => {
      const [name = ''] = rule.split('\n', 1)
      const part = (key: string) =>
        new RegExp(`^ +${key}: (?:>-\\n)?((?:.|\\n(?= {10}))+)`, 'm')
          .exec(rule)?.[1]
          ?.replaceAll(/\s+/g, ' ')
          .trim()
      const [expr, lasting, summary, description] = ['expr', 'for', 'summary', 'description'].map(part)
      const severity = /severity: (\w+)/.exec(rule)?.[1]
      return { name, expr, lasting, summary, description, severity }
    })
}

/** Every existing metric, including those of PostgreSQL, with its labels. */
async function metricLabels(): Promise<MetricLabels> {
  const registry = new Registry()
  createMetrics('1', registry).watchState(stateSources())
  const metrics = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[]
  return new Map(metrics.map(({ name, labelNames }) => [name, labelNames]))
}

test('the dashboard and the alerts use existing metrics and labels', async () => {
  const known = await metricLabels()
  assert.ok(queries.length > 50)
  assert.ok(alerts.length > 15)
  for (const expr of [...queries, ...alerts.map(({ expr = '' }) => expr)])
    assert.deepEqual(findUnknown(expr, known), [])
  assert.deepEqual(findUnknown('sum by (nothing) (gifwright_tasks{kind="x"})', known), [
    'gifwright_tasks has no label kind',
    '"sum by (nothing) (gifwright_tasks{kind="x"})" groups by nothing',
  ])
  assert.deepEqual(findUnknown('gifwright_nothing', known), ['the metric gifwright_nothing does not exist'])
})

test('the dashboard or the alerts show every metric of the service', async () => {
  const all = [...queries, ...alerts.map(({ expr }) => expr)].join('\n')
  const shown = (name: string) => new RegExp(`\\b${name}(?:_bucket|_count|_sum)?\\b`).test(all)
  const left = [...(await metricLabels()).keys()].filter(
    (name) => name.startsWith('gifwright_') && !shown(name),
  )
  // Their neighbors give the operator the same information.
  assert.deepEqual(left.toSorted(), [
    'gifwright_search_build_seconds',
    'gifwright_search_jobs',
    'gifwright_search_lag_changes',
    'gifwright_search_parts',
    'gifwright_search_terms',
  ])
})

test('Grafana can show the dashboard: ids are unique, panels do not overlap, and the variables are used', () => {
  const { panels, templating, schemaVersion } = dashboard
  assert.ok(schemaVersion >= 39)
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const taken = new Set<string>()
  for (const { title, gridPos } of panels) {
    const { x, y, w, h } = gridPos
    assert.ok(w > 0 && h > 0 && x >= 0 && x + w <= 24, title)
    for (let column = x; column < x + w; column++) {
      for (let line = y; line < y + h; line++) {
        assert.equal(taken.has(`${column},${line}`), false, `${title} overlaps another panel`)
        taken.add(`${column},${line}`)
      }
    }
  }
  assert.deepEqual(
    templating.list.map(({ name }) => name),
    ['datasource', 'job', 'instance'],
  )
  const graphs = panels.filter(({ type }) => type !== 'row')
  for (const { title, datasource, targets = [] } of graphs) {
    assert.equal(datasource?.uid, '${datasource}', title)
    assert.ok(targets.length > 0, title)
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title)
    for (const target of targets) {
      assert.equal(target.datasource.uid, '${datasource}', title)
      assert.match(target.expr, /job=~"\$job", instance=~"\$instance"/, title)
      assert.doesNotMatch(target.expr, /%/, title)
      assert.notEqual(target.legendFormat, '', title)
    }
  }
})

test('each alert states what happens, what to do next, how bad it is and how long it lasts', () => {
  for (const { name, expr, lasting, summary, description, severity } of alerts) {
    assert.match(name, /^Gifwright\w+$/)
    assert.ok(expr, name)
    assert.match(lasting ?? '', /^\d+[mh]$/, name)
    assert.ok((summary ?? '').length > 10, name)
    assert.ok((description ?? '').length > 40, name)
    assert.match(severity ?? '', /^(?:critical|warning|info)$/, name)
  }
  assert.equal(new Set(alerts.map(({ name }) => name)).size, alerts.length)
})

test('every route belongs to one interface of the dashboard, and slow answers are looked for on existing routes', async (t) => {
  const app = await startApp(t, { METRICS_PORT: '0', WORKER_CONCURRENCY: '0' })
  const addresses = {
    api: ['/api/categories', '/api/gif/nothing', '/api/find?q=a'],
    media: ['/media/gifs/nothing/gif.gif'],
    tenor: ['/v2/featured', '/compat/tenor/v2/featured'],
    giphy: ['/v1/gifs/trending', '/compat/giphy/v1/gifs/trending'],
    health: ['/healthz', '/readyz', '/readyz/whole'],
    site: ['/', '/nothing', '/tag/nothing'],
  }
  for (const address of Object.values(addresses).flat()) await (await app.fetch(address)).arrayBuffer()
  const counted = [...(await samples(app.metricsUrl)).keys()].filter((name) =>
    name.startsWith('gifwright_http_requests_total'),
  )
  const routes = new Set(counted.map((name) => /route="([^"]*)"/.exec(name)?.[1] ?? ''))
  const panel = dashboard.panels.find(({ title }) => title === 'Requests by interface')
  const classes = (panel?.targets ?? []).map(({ expr, legendFormat }) => {
    const [, operator = '', pattern = ''] = /route(=~|!~)"([^"]*)"/.exec(expr) ?? []
    const has = new RegExp(`^(?:${pattern})$`)
    return { name: legendFormat, has: (route: string) => has.test(route) === (operator === '=~') }
  })
  assert.deepEqual(
    classes.map(({ name }) => name),
    Object.keys(addresses),
  )
  const seen = [...routes].map((route) => classes.filter(({ has }) => has(route)).map(({ name }) => name))
  for (const names of seen) assert.equal(names.length, 1)
  assert.deepEqual(new Set(seen.flat()), new Set(Object.keys(addresses)))

  const slow = alerts.find(({ name }) => name === 'GifwrightAnswersSlowly')?.expr ?? ''
  const [, watched = ''] = /route=~"([^"]*)"/.exec(slow) ?? []
  assert.deepEqual(
    watched.split('|').filter((route) => !routes.has(route)),
    [],
  )
})

const noPromtool =
  spawnSync('promtool', ['--version']).status !== 0 &&
  "promtool is not installed here (Debian's package prometheus has it)"

function promtool(args: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', timeout: 60_000 })
  assert.equal(status, 0, stdout + stderr)
}

test('Prometheus accepts the rules, and they fire when they should', { skip: noPromtool }, () => {
  promtool(['check', 'rules', alertsFile])
  promtool(['test', 'rules', pathOf('test/deploy/alert-rules.yaml')])
})

test('Prometheus accepts every query of the dashboard', { skip: noPromtool }, async (t) => {
  const rules = queries.map((expr, index) => ({
    record: `query:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const file = join(await makeFolder(t), 'queries.json')
  // Every JSON document is valid YAML.
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  promtool(['check', 'rules', '--lint=none', file])
})
