/** Video sites that only yt-dlp can read, with their subdomains. Other sites name their video in the page. */
export const defaultSharingSites: readonly string[] = [
  'youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'vimeo.com',
  'dailymotion.com',
  'dai.ly',
  'twitter.com',
  'x.com',
  'tiktok.com',
  'instagram.com',
  'facebook.com',
  'fb.watch',
  'reddit.com',
  'redd.it',
  'streamable.com',
  'twitch.tv',
  'imgur.com',
  'bilibili.com',
  'b23.tv',
  'bsky.app',
  'pinterest.com',
  'rumble.com',
  'odysee.com',
  '9gag.com',
  'ted.com',
  'peertube.tv',
  'framatube.org',
]

const fileName =
  /\.(?:mp4|m4v|mov|webm|mkv|avi|og[gv]|gif|a?png|webp|avif|flv|f4v|wmv|asf|mpe?g|vob|m?ts|m2ts|3g[p2])$/i

/** Returns true if the address is a page of one of `sites`. Files on such a site are fetched like any other. */
export function isSharingPage(url: URL, sites: readonly string[]): boolean {
  const isOfSite = sites.some((site) => url.hostname === site || url.hostname.endsWith(`.${site}`))
  return isOfSite && !fileName.test(url.pathname)
}
