import { isIPv6 } from 'node:net'
import type { Config } from '../config/config.ts'

/** The address of the site: SITE_URL, or where the server listens, which is known only then if PORT is 0. */
export function siteAddress({ site, server }: Config) {
  const everywhere = ['0.0.0.0', '::'].includes(server.host)
  const host = everywhere ? 'localhost' : isIPv6(server.host) ? `[${server.host}]` : server.host
  let url = site.url ?? `http://${host}:${server.port}`
  const siteUrl = () => url
  const siteMediaUrl = () => `${url}/media`
  return {
    siteUrl,
    siteMediaUrl,
    mediaUrl: () => site.mediaUrl ?? siteMediaUrl(),
    /**
     * The text of the watermark of a GIF, for the account that makes it: as set, or the name of the host, or of the site
     * where the host says nothing. Null where it carries none.
     */
    watermarkText: (accountId: number | null): string | null => {
      if (site.watermark === 'off' || (site.watermark === 'visitors' && accountId !== null)) return null
      if (site.watermarkText !== '') return site.watermarkText
      const { hostname } = new URL(url)
      return hostname === 'localhost' || /^[\d.]+$|^\[/.test(hostname) ? site.name : hostname
    },
    setListeningAddress: (address: string) => {
      if (site.url === null) url = `http://${host}:${new URL(address).port}`
    },
  }
}
