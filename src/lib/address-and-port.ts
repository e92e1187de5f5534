import { isIP } from 'node:net'

/** Whether `pair` is an exact `IP:port` pair, `[IP]:port` for IPv6; no names, masks or zones. */
export function isAddressAndPort(pair: string): boolean {
  const match = /^(?:\[(?<six>[^\]%]+)\]|(?<four>[^:]+)):(?<port>\d+)$/.exec(pair)
  const { six, four, port } = match?.groups ?? {}
  return isPort(port ?? '') && (six === undefined ? isIP(four ?? '') === 4 : isIP(six) === 6)
}

/** Whether `text` is the number of a port, 1 to 65535. */
export function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65535
}
