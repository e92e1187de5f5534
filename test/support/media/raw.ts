import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Answer } from '../answers.ts'

/** The bytes received over a socket. */
export type RawAnswer = { status: number; head: string; body: string; json: Answer }

/**
 * Connects to the server at `url`, from a given non-default address of this machine if set. With `allowHalfOpen` the
 * client does not end its side when the server ends the other.
 */
export async function connectTo(
  url: string,
  { from = '127.0.0.1', allowHalfOpen = false }: { from?: string | undefined; allowHalfOpen?: boolean } = {},
): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from, allowHalfOpen })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends the bytes unchanged and returns everything received until the server ended the connection. */
export async function exchange(url: string, bytes: string | Uint8Array, from?: string): Promise<string> {
  const socket = await connectTo(url, { from })
  let text = ''
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')))
  socket.write(bytes)
  await closed(socket)
  return text
}

/** Waits for the end of a connection, even an abrupt one. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })
}

/** One request, whose lines are given without the last empty one; the connection ends with its answer. */
export async function ask(url: string, lines: string[], body = '', from?: string): Promise<RawAnswer> {
  return readAnswer(await exchange(url, requestOf([...lines, 'Connection: close'], body), from))
}

export function requestOf(lines: string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Parses the first answer. `json` is empty if the body is not JSON. */
export function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const body = text.slice(end + 4)
  const from = body.indexOf('{')
  const isJson = /content-type: application\/json/i.test(head) && from >= 0
  const json = isJson ? JSON.parse(body.slice(from, body.lastIndexOf('}') + 1)) : {}
  return { status: Number(text.slice(9, 12)), head, body, json: json as Answer }
}
