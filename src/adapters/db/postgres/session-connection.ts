import { Client, type ClientConfig } from 'pg'

const firstDelayMs = 100
const longestDelayMs = 5000

/** The interval of checks. A connection lost unnoticed is found after this plus the time for an answer. */
const checkEveryMs = 10_000
const answerTimeoutMs = 5000

/**
 * The one connection of a process that keeps state on the server, such as notifications and locks, which pooled
 * connections cannot. After a loss, it reconnects until it succeeds.
 */
export class SessionConnection {
  readonly #config: ClientConfig
  readonly #onNotification: (payload: string) => void
  readonly #onOpen: (isFirst: boolean) => void
  readonly #onLost: () => void
  #client: Client | undefined
  /** The last query: a client runs one at a time. */
  #last: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #delayMs = firstDelayMs
  #wasOpen = false
  #isClosed = false

  constructor(
    config: ClientConfig,
    on: {
      notification: (payload: string) => void
      open: (isFirst: boolean) => void
      lost: () => void
    },
  ) {
    this.#config = config
    this.#onNotification = on.notification
    this.#onOpen = on.open
    this.#onLost = on.lost
  }

  /** Connects and listens on the channel. Throws if the first connection fails. */
  async open(channel: string): Promise<void> {
    const client = new Client({ ...this.#config, query_timeout: answerTimeoutMs })
    client.on('error', () => this.#lose(client, channel))
    client.on('end', () => this.#lose(client, channel))
    client.on('notification', ({ payload = '' }) => this.#onNotification(payload))
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    if (this.#isClosed) return client.end()
    this.#client = client
    this.#delayMs = firstDelayMs
    this.#timer = setInterval(() => this.#check(client, channel), checkEveryMs).unref()
    this.#onOpen(!this.#wasOpen)
    this.#wasOpen = true
  }

  /** Returns true if it is connected now. */
  get isOpen(): boolean {
    return this.#client !== undefined
  }

  /** Runs a statement; rejects without a connection. */
  async query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const client = this.#client
    if (client === undefined) throw new Error('Connection terminated: it is being made again')
    return (await this.#inTurn(() => client.query<Row>(text, values))).rows
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const client = this.#client
    this.#client = undefined
    client?.removeAllListeners('end')
    await client?.end()
  }

  #lose(client: Client, channel: string): void {
    if (this.#client !== client || this.#isClosed) return
    this.#client = undefined
    clearInterval(this.#timer)
    client.end().catch(() => undefined)
    this.#onLost()
    this.#openLater(channel)
  }

  #openLater(channel: string): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      // The server may be away for long: every statement that needs it reports that.
      this.open(channel).catch(() => this.#openLater(channel))
    }, this.#delayMs).unref()
    this.#delayMs = Math.min(2 * this.#delayMs, longestDelayMs)
  }

  #check(client: Client, channel: string): void {
    this.#inTurn(() => client.query('select 1')).catch(() => this.#lose(client, channel))
  }
}
