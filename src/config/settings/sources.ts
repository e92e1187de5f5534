import { list, number, oneOf, text } from '../setting.ts'

/** Limits on fetching video links. */
export const sourceSettings = {
  MAX_SOURCE_MB: number(500, [1, 16_384], 'The largest download from a video link.', 'megabytes'),
  MAX_SOURCE_SECONDS: number(120, [5, 3600], 'The longest download from a video link.', 'seconds'),
  SOURCE_PORTS: list(
    ['80', '443', '8080', '8443'],
    'The ports that video links may use.',
    'comma-separated ports',
  ),
  SOURCE_ALLOWED_HOSTS: list(
    [],
    'Exact `IP:port` pairs that video links can use even though they are private or belong to this machine. Take care: every visitor can use them.',
    'comma-separated IP:port',
  ),
  SOURCE_OWN_ADDRESSES: oneOf(
    'refuse',
    ['refuse', 'allow'],
    'Refuses or allows video links whose host name resolves to an address of `SITE_URL` or `MEDIA_URL`; these hosts themselves are always refused. Use `allow` behind a CDN that shares its addresses with other sites.',
  ),
  YT_DLP: text('yt-dlp', 'The yt-dlp program that reads pages of video sites; `off` for none.', 'a program'),
  YT_DLP_SITES: list(
    [],
    'The video sites that yt-dlp reads, by the end of their host name. Unset: a list of large sites.',
    'comma-separated hosts',
  ),
}
