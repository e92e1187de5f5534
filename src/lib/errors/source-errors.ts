/** The English sentences of errors about links and the sites they lead to. */
export const sourceErrors = {
  addressControlCharacters: 'The address has control characters in it.',
  addressHost: 'The address names a host that cannot be.',
  addressNotWhole: 'The address must be a whole one, such as https://example.com/clip.mp4.',
  addressTooLong: ({ max }: { max: number }) => `The address is longer than ${max} characters.`,
  addressWithPassword: 'The address must not hold a user name or a password.',
  certificateNotValid: ({ host }: { host: string }) =>
    `The secure connection to ${host} could not be made, because its certificate is not valid.`,
  connectionBroke: ({ host }: { host: string }) => `The connection to ${host} broke.`,
  fileNotFetched: 'The file could not be fetched; try again.',
  fileNotFetchedNow: 'The file could not be fetched; try again later.',
  hostError: ({ host, status }: { host: string; status: number }) =>
    `${host} answered with an error (HTTP ${status}).`,
  hostNotHttp: ({ host }: { host: string }) => `${host} does not answer in valid HTTP.`,
  hostNothingThere: ({ host }: { host: string }) => `${host} has nothing at this address.`,
  hostRefuses: ({ host }: { host: string }) => `${host} does not let this service fetch the address.`,
  hostSilent: ({ host }: { host: string }) => `${host} did not answer in time.`,
  hostSlow: ({ host }: { host: string }) => `${host} sends too slowly.`,
  hostUnreachable: ({ host }: { host: string }) => `${host} could not be reached.`,
  liveStream: 'The address is a live stream, which has no end.',
  makingTooSlow: ({ seconds }: { seconds: number }) =>
    `Making the GIF took longer than ${seconds} seconds; try a shorter or smaller clip.`,
  noHost: ({ host }: { host: string }) => `There is no host named ${host}.`,
  noVideoAtAddress: 'There is no video at the address.',
  noVideoOnPage: 'No video found on that page.',
  notThroughProxy: 'The video did not come through the proxy.',
  onlyHttp: 'Only http and https addresses can be fetched.',
  ownAddress:
    'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.',
  pageNotReadable: 'This page of the site cannot be read by this service.',
  portRefused: ({ port }: { port: number }) => `Port ${port} may not be used in an address.`,
  privateNetwork:
    'The address leads into a private network or to this service itself, which is not fetched from.',
  redirectsNowhere: 'The address redirects to something that is not an address.',
  secureConnectionFailed: ({ host }: { host: string }) =>
    `The secure connection to ${host} could not be made.`,
  siteAnswer: 'The site did not answer correctly. Try again later.',
  siteAnswerTooLarge: 'What the site sends is too large to be read.',
  siteCompressed: 'The site sends its answer compressed although it was asked not to.',
  siteConnections: ({ max }: { max: number }) => `The site needs more than ${max} connections for its video.`,
  siteNoVideo: 'The site shows no video at this address.',
  siteNotReadByYtDlp: 'The site cannot be read by the version of yt-dlp that this service has.',
  siteNothingThere: 'The site has nothing at this address.',
  siteTooSlow: 'Reading the site takes more processor time than this service has for it.',
  streamingPlaylist: 'The address is a streaming playlist, not a video file.',
  tooManyRedirects: 'The address redirects too many times.',
  upstreamBusy: 'The upstream server was asked too often; try again later.',
  upstreamNoResults: 'The upstream server gave no results.',
  videoEncryptedStream: 'The video is encrypted or streamed in a way that this service cannot read.',
  videoNotForEveryone: 'The site does not show this video to everyone.',
  videoTooLarge: ({ megabytes }: { megabytes: number }) => `The video is over the limit of ${megabytes} MB.`,
  videoTooSlow: ({ seconds }: { seconds: number }) =>
    `The video could not be fetched within ${seconds} seconds.`,
  ytDlpBroken: 'yt-dlp on this service does not work; its operator can see why in the log.',
  ytDlpMissing: 'This service cannot read that site, because yt-dlp is not installed on it.',
  ytDlpNeedsSandbox:
    'This service reads that site in a sandbox only, and has none; its operator can see why in the log.',
}
