import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { SourceAnswer } from '#src/site/maker/source-answer.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

type SentValue = string | { path: string } | { bytes: Uint8Array; name: string }

export type Sent = Record<string, SentValue | SentValue[]>

/** A browser that keeps its cookies and sends requests like the maker's script. */
export class SourceVisitor {
  readonly app: TestApp
  readonly #cookies = new Map<string, string>()
  readonly #headers: Record<string, string>

  constructor(app: TestApp, headers: Record<string, string> = {}) {
    this.app = app
    this.#headers = headers
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { accept: 'application/json', origin: this.app.url, cookie, ...this.#headers }
    const response = await this.app.fetch(path, {
      redirect: 'manual',
      ...init,
      headers: { ...own, ...(init.headers as Record<string, string> | undefined) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }

  async post(path: string, sent: Sent = {}, headers: Record<string, string> = {}): Promise<Response> {
    const body = new FormData()
    const values = Object.entries(sent).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one] as const),
    )
    for (const [name, value] of values) {
      if (typeof value === 'string') body.append(name, value)
      else if ('path' in value)
        body.append(name, new Blob([new Uint8Array(await readFile(value.path))]), 'file')
      else body.append(name, new Blob([new Uint8Array(value.bytes)]), value.name)
    }
    if (Object.keys(sent).length === 0) body.append('nothing', '')
    return this.fetch(path, { method: 'POST', body, headers })
  }

  async prepare(sent: Sent): Promise<SourceAnswer> {
    const response = await this.post('/create/sources', sent)
    assert.equal(response.status, 202, await response.clone().text())
    return (await response.json()) as SourceAnswer
  }

  async state(id: string): Promise<SourceAnswer> {
    const response = await this.fetch(`/create/sources/${id}`)
    assert.equal(response.status, 200)
    return (await response.json()) as SourceAnswer
  }

  /** The source once its preparation has ended, in any way. */
  async prepared(sent: Sent): Promise<SourceAnswer> {
    return this.settled((await this.prepare(sent)).id)
  }

  async settled(id: string): Promise<SourceAnswer> {
    let state = await this.state(id)
    await until(`source ${id} is prepared`, async () => {
      state = await this.state(id)
      return !state.isExtending && ['done', 'error'].includes(state.status)
    })
    return state
  }

  /** Makes a GIF like the form; returns its code. */
  async make(values: Sent): Promise<{ id: string; code: string }> {
    const response = await this.post('/create', { ...makerValues, ...values })
    assert.equal(response.status, 200, await response.clone().text())
    const { id } = (await response.json()) as { id: string }
    const ended = (await this.app.ended(id)) as { status: string; result?: { code?: string }; error?: object }
    assert.equal(ended.status, 'done', JSON.stringify(ended))
    return { id, code: String(ended.result?.code) }
  }
}

/** The values that the form sends besides its source. */
export const makerValues: Sent = {
  source: 'video',
  category: '1',
  start: '0',
  end: '0.5',
  title: 'A short clip',
  tags: '',
  width: '480',
  height: '360',
  delay: '200',
}
