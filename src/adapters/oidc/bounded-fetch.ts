import type { CustomFetch } from 'openid-client'

/**
 * A fetch that reads at most `maxBytes` of an answer and follows no redirect. It goes wherever the operator's issuer says, also
 * to private addresses: no visitor has a say in it.
 */
export function boundedFetch(maxBytes: number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && body !== null && { body }),
      ...(signal !== undefined && { signal }),
    })
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw new RangeError(`${new URL(url).host} sent more than ${maxBytes} bytes`)
      pieces.push(piece)
    }
    const hasNoBody = [204, 205, 304].includes(response.status)
    return new Response(hasNoBody ? null : Buffer.concat(pieces), {
      status: response.status,
      headers: response.headers,
    })
  }
}
