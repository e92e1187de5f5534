/** The part of JSON Schema that the API uses to describe its values. */
export type ValueSchema = {
  type?: string
  description?: string
  format?: string
  enum?: readonly (string | boolean)[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: ValueSchema
  properties?: Record<string, ValueSchema>
  required?: readonly string[]
  'x-upload'?: boolean
}

/** A value that a call takes. */
export type CallValue = {
  name: string
  place: 'path' | 'query' | 'body'
  isRequired: boolean
  schema: ValueSchema
}

/** One operation of the API. */
export type Call = {
  id: string
  tag: string
  method: string
  /** The path, with its parameters in braces. */
  path: string
  summary: string
  description: string
  values: CallValue[]
  /** The accepted types of body; empty if the call takes none. */
  bodyTypes: string[]
  answer: { type: string; schema: ValueSchema }
}

export type ApiReference = {
  version: string
  tags: { name: string; description: string }[]
  calls: Call[]
}

type Content = Record<string, { schema: ValueSchema }>

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: {
    name: string
    in: 'path' | 'query'
    required?: boolean
    description?: string
    schema: ValueSchema
  }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}

export type OpenApiDocument = {
  info: { version: string }
  tags: ApiReference['tags']
  paths: Record<string, Record<string, Operation>>
}

/** Reads the operations of an OpenAPI document for the API reference. */
export function readReference({ info, tags, paths }: OpenApiDocument): ApiReference {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => readCall(path, method, operation)),
  )
  return { version: info.version, tags, calls }
}

function readCall(path: string, method: string, operation: Operation): Call {
  const { operationId, tags, summary, description = '', requestBody, responses } = operation
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(responses['200']?.content ?? {})
  return {
    id: operationId,
    tag: tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary,
    description,
    values: [...parameterValues(operation), ...bodyValues(requestBody?.content)],
    bodyTypes: Object.keys(requestBody?.content ?? {}),
    answer: { type, schema },
  }
}

function parameterValues({ parameters = [] }: Operation): CallValue[] {
  return parameters.map(({ name, in: place, required = false, description, schema }) => ({
    name,
    place,
    isRequired: required,
    schema: { ...schema, ...(description !== undefined && { description }) },
  }))
}

/** The values of a body, which are the same for every type. */
function bodyValues(content: Content = {}): CallValue[] {
  const { properties = {}, required = [] } = Object.values(content)[0]?.schema ?? {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place: 'body' as const,
    isRequired: required.includes(name),
    schema,
  }))
}
