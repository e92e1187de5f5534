/** The metrics and labels that an expression of Prometheus uses, found without parsing all of it. */
export function readExpression(expr: string) {
  const metrics = [...expr.matchAll(/\b((?:gifwright|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
    }),
  )
  const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  )
  return { metrics, grouped: grouped.filter((label) => label !== '') }
}

export type MetricLabels = Map<string, readonly string[]>

/** The unknown metrics and labels of an expression, as sentences. */
export function findUnknown(expr: string, known: MetricLabels): string[] {
  const { metrics, grouped } = readExpression(expr)
  if (metrics.length === 0) return [`"${expr}" uses no metric`]
  const ofScrape = ['job', 'instance']
  const labelsOf = (name: string) => known.get(name) ?? known.get(name.replace(/_(?:bucket|sum|count)$/, ''))
  const unknown = metrics.flatMap(({ name, labels }) => {
    if (name === 'up') return []
    const there = labelsOf(name)
    if (there === undefined) return [`the metric ${name} does not exist`]
    return labels
      .filter((label) => ![...there, ...ofScrape].includes(label))
      .map((label) => `${name} has no label ${label}`)
  })
  const all = new Set([...ofScrape, 'le', ...metrics.flatMap(({ name }) => labelsOf(name) ?? [])])
  return [
    ...unknown,
    ...grouped.filter((label) => !all.has(label)).map((label) => `"${expr}" groups by ${label}`),
  ]
}
