/** The dashboard for Grafana, deploy/grafana-dashboard.json: rows of panels, laid out and numbered here. */

type Query = { expr: string; legend: string }
type Panel = {
  title: string
  /** What it says where the title does not, and what to do. */
  help?: string
  unit?: string
  /** A number instead of a graph over time. */
  stat?: { good?: 'zero' }
  /** It can be below 0. */
  signed?: true
  stack?: true
  queries: Query[]
}
type Row = { title: string; panels: Panel[] }

/** 41 is Grafana 12's; older ones ignore what they do not know, newer ones convert it. */
const schemaVersion = 41
const gridWidth = 24
const graph = { w: 8, h: 8 }
const stat = { w: 4, h: 4 }

/** A query; `%` stands for the processes that are chosen. */
const query = (expr: string, legend: string): Query => ({
  expr: expr.replaceAll('%', 'job=~"$job", instance=~"$instance"'),
  legend,
})
const rate = (metric: string, by: string, legend = `{{${by}}}`, only = '') =>
  query(`sum by (${by}) (rate(${metric}{%${only}}[$__rate_interval]))`, legend)
/** Of all processes together; `by` says of what. */
const quantiles = (metric: string, by: string, legend: string) =>
  [0.5, 0.95].map((share) =>
    query(
      `histogram_quantile(${share}, sum by (${by === '' ? 'le' : `${by}, le`}) (rate(${metric}_bucket{%}[$__rate_interval])))`,
      `${legend} p${share * 100}`.trim(),
    ),
  )
/** Every process gives the same, since it is in the database. */
const shared = (metric: string, by: string, legend = `{{${by}}}`) =>
  query(by === '' ? `max(${metric}{%})` : `max by (${by}) (${metric}{%})`, legend)
const each = (metric: string, legend = '{{instance}}') => query(`max by (instance) (${metric}{%})`, legend)

/** The routes of each interface; the rest are pages of the site, and what belongs to them. */
const routeClasses = {
  api: '/api(/.*)?',
  media: '/media/.*',
  tenor: '/v2/.*|/compat/tenor/.*',
  giphy: '/v1/.*|/compat/giphy/.*',
  health: '/healthz|/readyz(/whole)?',
}
const classOf = (routes: string) => `, route=~"${routes}"`
const siteOnly = `, route!~"${Object.values(routeClasses).join('|')}"`
const classes = [
  ...Object.entries(routeClasses).map(([name, routes]) => ({ name, only: classOf(routes) })),
  { name: 'site', only: siteOnly },
]

const rows: Row[] = [
  {
    title: 'Overview',
    panels: [
      {
        title: 'Processes',
        stat: {},
        queries: [query('count(gifwright_info{%})', 'processes')],
      },
      {
        title: 'Failing checks',
        help: 'Checks of /readyz/whole that fail, of all processes.',
        stat: { good: 'zero' },
        queries: [query('count(gifwright_ready{%} == 0) or vector(0)', 'failing')],
      },
      {
        title: 'Internal errors per hour',
        help: 'Each is in the log, with level 50.',
        stat: { good: 'zero' },
        queries: [
          query('sum(increase(gifwright_http_errors_total{%, code="internal"}[1h])) or vector(0)', 'errors'),
        ],
      },
      {
        title: 'Oldest waiting creation',
        unit: 's',
        stat: {},
        queries: [shared('gifwright_oldest_waiting_task_seconds', '', 'waiting')],
      },
      {
        title: 'GIFs that can be found',
        stat: {},
        queries: [shared('gifwright_search_documents', '', 'GIFs')],
      },
      {
        title: 'Least free disk',
        unit: 'bytes',
        stat: {},
        queries: [query('min(gifwright_disk_free_bytes{%})', 'free')],
      },
      {
        title: 'Checks of /readyz',
        help: '1 passes, 0 fails. The lowest of all processes.',
        queries: [query('min by (check) (gifwright_ready{%})', '{{check}}')],
      },
      {
        title: 'Errors sent',
        help: 'rate_limited and queue_full are refusals under load; internal and unavailable are faults.',
        unit: 'reqps',
        queries: [rate('gifwright_http_errors_total', 'code')],
      },
      {
        title: 'Versions',
        help: 'Two versions for long: a machine was left out of an update.',
        stack: true,
        queries: [query('count by (version) (gifwright_info{%})', '{{version}}')],
      },
    ],
  },
  {
    title: 'Requests',
    panels: [
      {
        title: 'Requests by interface',
        unit: 'reqps',
        stack: true,
        queries: classes.map(({ name, only }) =>
          query(`sum(rate(gifwright_http_requests_total{%${only}}[$__rate_interval]))`, name),
        ),
      },
      {
        title: 'Time of answers by interface, 95th percentile',
        help: 'Without streams of events, which stay open, and uploads, which take as long as the client needs.',
        unit: 's',
        queries: classes.map(({ name, only }) =>
          query(
            `histogram_quantile(0.95, sum by (le) (rate(gifwright_http_request_seconds_bucket{%${only}, route!~".*/events|.*/create-gif/.*|.*upload.*"}[$__rate_interval])))`,
            name,
          ),
        ),
      },
      {
        title: 'Requests by status',
        help: 'cut: the client disconnected before the whole answer was sent.',
        unit: 'reqps',
        queries: [rate('gifwright_http_requests_total', 'status')],
      },
      {
        title: 'Busiest routes',
        unit: 'reqps',
        queries: [
          query(
            'topk(8, sum by (route) (rate(gifwright_http_requests_total{%}[$__rate_interval])))',
            '{{route}}',
          ),
        ],
      },
      {
        title: 'Open connections of clients',
        queries: [each('gifwright_http_open_connections')],
      },
      {
        title: 'Accepted uploads',
        unit: 'Bps',
        queries: [rate('gifwright_upload_bytes_total', 'instance')],
      },
    ],
  },
  {
    title: 'Creations',
    panels: [
      {
        title: 'Creations in the queue',
        queries: [shared('gifwright_tasks', 'status')],
      },
      {
        title: 'Wait until a worker begins',
        unit: 's',
        queries: [
          ...quantiles('gifwright_task_wait_seconds', '', ''),
          shared('gifwright_oldest_waiting_task_seconds', '', 'oldest that waits'),
        ],
      },
      {
        title: 'Time of each stage',
        unit: 's',
        queries: quantiles('gifwright_task_stage_seconds', 'stage', '{{stage}}'),
      },
      {
        title: 'Creations that ended',
        unit: 'ops',
        stack: true,
        queries: [rate('gifwright_tasks_ended_total', 'outcome')],
      },
      {
        title: 'Why creations failed',
        unit: 'ops',
        queries: [
          rate('gifwright_tasks_ended_total', 'reason', undefined, ', outcome="error"'),
          rate('gifwright_task_retries_total', 'reason', 'retried: {{reason}}'),
        ],
      },
      {
        title: 'Failed runs by whose fault it was',
        help: 'service: look at the log. input: the video or its address.',
        unit: 'ops',
        queries: [rate('gifwright_task_failures_total', 'class')],
      },
      {
        title: 'Render processes',
        queries: [
          each('gifwright_render_processes'),
          rate('gifwright_render_process_events_total', 'event', '{{event}} per second'),
        ],
      },
      {
        title: 'Imports and derivations in the queue',
        queries: [
          shared('gifwright_imports', 'status', 'imports {{status}}'),
          shared('gifwright_derivations', 'status', 'derivations {{status}}'),
        ],
      },
      {
        title: 'Imports and derivations that ended',
        unit: 'ops',
        queries: [
          rate('gifwright_imports_ended_total', 'outcome', 'imports {{outcome}}'),
          rate('gifwright_derivations_ended_total', 'outcome', 'derivations {{outcome}}'),
        ],
      },
      {
        title: 'GIFs of visitors that wait for review',
        queries: [shared('gifwright_gifs_to_review', '', 'waiting')],
      },
    ],
  },
  {
    title: 'Search',
    panels: [
      {
        title: 'Searches by how the answer matches',
        unit: 'ops',
        queries: [rate('gifwright_search_query_seconds_count', 'match')],
      },
      {
        title: 'Time of searches in the index',
        unit: 's',
        queries: quantiles('gifwright_search_query_seconds', '', ''),
      },
      {
        title: 'How far the index is behind',
        unit: 's',
        queries: [each('gifwright_search_lag_seconds')],
      },
      {
        title: 'Memory of the index',
        unit: 'bytes',
        queries: [each('gifwright_search_bytes')],
      },
      {
        title: 'GIFs in the index',
        queries: [
          shared('gifwright_search_documents', '', 'found'),
          shared('gifwright_search_delta_documents', '', 'in no part yet'),
          shared('gifwright_search_dead_documents', '', 'changed or removed'),
          shared('gifwright_search_deferred_documents', '', 'lacking new words'),
        ],
      },
      {
        title: 'Upkeep',
        unit: 's',
        queries: [
          ...quantiles('gifwright_search_job_seconds', 'kind', '{{kind}}'),
          rate('gifwright_search_job_failures_total', 'kind', '{{kind}} failed per second'),
        ],
      },
    ],
  },
  {
    title: 'Database',
    panels: [
      {
        title: 'Statements',
        unit: 'ops',
        queries: [rate('gifwright_database_statement_seconds_count', 'instance')],
      },
      {
        title: 'Time of statements',
        help: 'Including waiting for another writer.',
        unit: 's',
        queries: quantiles('gifwright_database_statement_seconds', '', ''),
      },
      {
        title: 'Faults and retries',
        unit: 'ops',
        queries: [
          rate('gifwright_database_faults_total', 'reason'),
          rate('gifwright_database_retries_total', 'reason', 'run again: {{reason}}'),
          query(
            'sum(rate(gifwright_database_connections_lost_total{%}[$__rate_interval]))',
            'connections lost',
          ),
        ],
      },
      {
        title: 'PostgreSQL: connections',
        queries: [
          query('sum by (state) (gifwright_database_connections{%})', '{{state}}'),
          query('sum(gifwright_database_connections_max{%})', 'DATABASE_CONNECTIONS of all processes'),
        ],
      },
      {
        title: 'PostgreSQL: statements that wait for a connection',
        help: 'Above 0 for long: raise DATABASE_CONNECTIONS.',
        queries: [each('gifwright_database_connection_waits')],
      },
      {
        title: 'PostgreSQL: what its clock is ahead',
        unit: 's',
        signed: true,
        queries: [each('gifwright_database_clock_offset_seconds')],
      },
    ],
  },
  {
    title: 'Media store and disk',
    panels: [
      {
        title: 'Operations of the store',
        unit: 'ops',
        queries: [rate('gifwright_store_operations_total', 'operation')],
      },
      {
        title: 'Time of operations, 95th percentile',
        help: 'Of read: until the file is open.',
        unit: 's',
        queries: quantiles('gifwright_store_operation_seconds', 'operation', '{{operation}}').slice(1),
      },
      {
        title: 'Operations that failed',
        help: 'not_found is an answer, and cut a client that went away; fault is the store.',
        unit: 'ops',
        queries: [
          rate(
            'gifwright_store_operations_total',
            'operation, outcome',
            '{{operation}} {{outcome}}',
            ', outcome!="ok"',
          ),
        ],
      },
      {
        title: 'Bytes into the store and out of it',
        help: 'Files that the disk cache, the proxy or the bucket itself answers are not in it.',
        unit: 'Bps',
        queries: [rate('gifwright_store_bytes_total', 'direction')],
      },
      {
        title: 'Free disk of DATA_DIR',
        unit: 'bytes',
        queries: [each('gifwright_disk_free_bytes')],
      },
      {
        title: 'Disk that is reserved or kept',
        unit: 'bytes',
        queries: [
          each('gifwright_disk_reserved_bytes', 'reserved on {{instance}}'),
          shared('gifwright_kept_source_bytes', '', 'sources kept for derivations'),
          each('gifwright_search_saved_bytes', 'saved index on {{instance}}'),
        ],
      },
    ],
  },
  {
    title: 'Cluster',
    panels: [
      {
        title: 'Age of the catalogue in memory',
        help: 'With PostgreSQL nothing is served from memory after 60 s.',
        unit: 's',
        queries: [each('gifwright_catalogue_age_seconds')],
      },
      {
        title: 'Messages between processes',
        unit: 'ops',
        queries: [
          rate('gifwright_messages_total', 'channel, direction', '{{channel}} {{direction}}'),
          query('sum(rate(gifwright_message_gaps_total{%}[$__rate_interval]))', 'gaps'),
        ],
      },
      {
        title: 'Listening for messages',
        help: '1: messages of other processes arrive.',
        queries: [each('gifwright_database_listening')],
      },
      {
        title: 'Who does what one process does at a time',
        queries: [query('max by (name, instance) (gifwright_elected{%}) == 1', '{{name}}: {{instance}}')],
      },
      {
        title: 'Elections',
        unit: 'ops',
        queries: [rate('gifwright_elections_total', 'name, outcome', '{{name}}: {{outcome}}')],
      },
      {
        title: 'Age of the saved index',
        unit: 's',
        queries: [each('gifwright_search_saved_age_seconds')],
      },
    ],
  },
  {
    title: 'Node processes',
    panels: [
      {
        title: 'Processor time',
        help: '1 is one core. Render processes are not in it.',
        queries: [rate('process_cpu_seconds_total', 'instance')],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [each('process_resident_memory_bytes')],
      },
      {
        title: 'Event loop lag, 99th percentile',
        help: 'Above 0.1 s answers are late whatever they ask for.',
        unit: 's',
        queries: [each('nodejs_eventloop_lag_p99_seconds')],
      },
      {
        title: 'Heap in use',
        unit: 'bytes',
        queries: [each('nodejs_heap_size_used_bytes')],
      },
      {
        title: 'Garbage collection',
        help: 'Seconds per second.',
        queries: [rate('nodejs_gc_duration_seconds_sum', 'instance')],
      },
      {
        title: 'Spans of traces',
        help: 'dropped: too many waited. failed: the endpoint did not take them.',
        unit: 'ops',
        queries: [rate('gifwright_trace_spans_total', 'outcome')],
      },
      {
        title: 'Uptime',
        unit: 's',
        queries: [query('time() - max by (instance) (process_start_time_seconds{%})', '{{instance}}')],
      },
    ],
  },
]

/** The dashboard as Grafana imports it. */
export function grafanaDashboard() {
  return {
    uid: 'gifwright',
    title: 'Gifwright',
    description: 'Every process of an instance of Gifwright, or of several: choose by job and instance.',
    tags: ['gifwright'],
    schemaVersion,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    timezone: '',
    annotations: { list: [] },
    links: [],
    templating: { list: [datasourceVariable, labelVariable('job'), labelVariable('instance')] },
    panels: layOut(),
  }
}

const datasource = { type: 'prometheus', uid: '${datasource}' }

const datasourceVariable = {
  name: 'datasource',
  label: 'Data source',
  type: 'datasource',
  query: 'prometheus',
  current: {},
  options: [],
  refresh: 1,
  regex: '',
  hide: 0,
  includeAll: false,
  multi: false,
}

function labelVariable(label: 'job' | 'instance') {
  const within = label === 'instance' ? '{job=~"$job"}' : ''
  const values = `label_values(gifwright_info${within}, ${label})`
  return {
    name: label,
    label: label === 'job' ? 'Job' : 'Instance',
    type: 'query',
    datasource,
    definition: values,
    query: { query: values, refId: label },
    current: { selected: true, text: ['All'], value: ['$__all'] },
    options: [],
    refresh: 2,
    regex: '',
    sort: 1,
    hide: 0,
    includeAll: true,
    allValue: '.*',
    multi: true,
  }
}

/** From left to right, a new line where one is full; every row begins one. */
function layOut() {
  const panels: object[] = []
  let [x, y, lineHeight] = [0, 0, 0]
  const nextLine = () => {
    y += lineHeight
    ;[x, lineHeight] = [0, 0]
  }
  for (const { title, panels: of } of rows) {
    nextLine()
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x, y, w: gridWidth, h: 1 },
      panels: [],
    })
    y += 1
    for (const panel of of) {
      const { w, h } = panel.stat === undefined ? graph : stat
      if (x + w > gridWidth || (lineHeight > 0 && h !== lineHeight)) nextLine()
      panels.push({ id: panels.length + 1, ...present(panel), gridPos: { x, y, w, h } })
      x += w
      lineHeight = h
    }
  }
  return panels
}

function present(panel: Panel) {
  const { title, help, unit = 'short', queries } = panel
  const targets = queries.map(({ expr, legend }, index) => ({
    refId: String.fromCodePoint(65 + index),
    datasource,
    editorMode: 'code',
    expr,
    legendFormat: legend,
    range: panel.stat === undefined,
    instant: panel.stat !== undefined,
  }))
  const common = { title, ...(help !== undefined && { description: help }), datasource, targets }
  if (panel.stat !== undefined) return { type: 'stat', ...common, ...statOptions(unit, panel.stat.good) }
  return {
    type: 'timeseries',
    ...common,
    fieldConfig: {
      defaults: {
        unit,
        ...(panel.signed === undefined && { min: 0 }),
        color: { mode: 'palette-classic' },
        custom: {
          drawStyle: 'line',
          lineWidth: 1,
          fillOpacity: panel.stack ? 30 : 0,
          showPoints: 'never',
          spanNulls: false,
          stacking: { mode: panel.stack ? 'normal' : 'none', group: 'A' },
        },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  }
}

function statOptions(unit: string, good: 'zero' | undefined) {
  const steps =
    good === undefined
      ? [{ color: 'text', value: null }]
      : [
          { color: 'green', value: null },
          { color: 'red', value: 0.5 },
        ]
  return {
    fieldConfig: {
      defaults: { unit, color: { mode: 'thresholds' }, thresholds: { mode: 'absolute', steps } },
      overrides: [],
    },
    options: {
      colorMode: good === undefined ? 'none' : 'value',
      graphMode: 'none',
      justifyMode: 'auto',
      orientation: 'auto',
      textMode: 'auto',
      wideLayout: true,
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    },
  }
}
