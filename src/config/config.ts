import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isFetchablePort, portOfPair } from '../lib/net/address-and-port.ts'
import { addressMistakes } from './address-mistakes.ts'
import { clusterMistakes, databaseConfig, mediaConfig, s3Config } from './cluster-config.ts'
import { tracingConfig, tracingMistakes } from './tracing-config.ts'
import { type Env, InvalidSettings, readEnv, searchPath } from './env.ts'

const megabyte = 2 ** 20
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

export type Config = ReturnType<typeof toConfig>

/**
 * The settings, typed, grouped and frozen. Throws InvalidSettings with every mistake, each as a sentence for the
 * operator.
 */
export function loadConfig(source?: Record<string, string | undefined>): Config {
  const env = readEnv(source)
  const mistakes = [
    ...addressMistakes('SITE_URL', env.SITE_URL),
    ...addressMistakes('MEDIA_URL', env.MEDIA_URL),
    ...addressMistakes('UPSTREAM_URL', env.UPSTREAM_URL),
    ...contactMistakes(env.SECURITY_CONTACT),
    ...signOnMistakes(env),
    ...clusterMistakes(env),
    ...tracingMistakes(env),
    ...(env.TEMPORARY_MB !== 0 && env.TEMPORARY_MB < env.MAX_UPLOAD_MB
      ? [`TEMPORARY_MB must be 0 or at least MAX_UPLOAD_MB (${env.MAX_UPLOAD_MB}), not ${env.TEMPORARY_MB}`]
      : []),
    ...env.SOURCE_ALLOWED_HOSTS.flatMap(pairMistakes),
    ...env.SOURCE_PORTS.filter((port) => !isFetchablePort(port)).map(
      (port) => `SOURCE_PORTS takes ports that browsers fetch from, not "${port}"`,
    ),
  ]
  mistakes.push(
    ...env.TRUSTED_PROXIES.filter((range) => !isAddressRange(range)).map(
      (range) => `TRUSTED_PROXIES takes addresses or ranges such as 10.0.0.0/8, not "${range}"`,
    ),
  )
  if (mistakes.length > 0) throw new InvalidSettings(mistakes)
  return toConfig(env)
}

function toConfig(env: Env) {
  const dataFolder = resolve(env.DATA_DIR)
  return deepFreeze({
    server: {
      host: env.HOST,
      port: env.PORT,
      trustedProxies: env.TRUSTED_PROXIES,
      drainSeconds: env.DRAIN_SECONDS,
      connections: {
        max: env.MAX_CONNECTIONS,
        perAddress: env.RATE_LIMIT === 'off' ? Infinity : env.CONNECTIONS_PER_ADDRESS,
      },
      eventStreams: {
        max: env.MAX_EVENT_STREAMS,
        perAddress: env.RATE_LIMIT === 'off' ? Infinity : env.EVENT_STREAMS_PER_ADDRESS,
      },
    },
    site: {
      name: env.SITE_NAME,
      /** Null until the port is known: see `siteUrl`. */
      url: env.SITE_URL === null ? null : normalizeUrl(env.SITE_URL),
      mediaUrl: env.MEDIA_URL === null ? null : normalizeUrl(env.MEDIA_URL),
      mediaOffload: env.MEDIA_OFFLOAD,
      watermark: env.WATERMARK,
      watermarkText: env.WATERMARK_TEXT,
      defaultCategory: env.DEFAULT_CATEGORY,
      maxRecordingSeconds: env.MAX_RECORDING_SECONDS,
      privateUrlSeconds: env.PRIVATE_URL_MINUTES * 60,
      /** True if people can sign in with passwords. */
      passwords: env.PASSWORD_SIGN_IN === 'on',
      signUpOpen: env.SIGN_UP === 'open' && env.PASSWORD_SIGN_IN === 'on',
      securityContact: env.SECURITY_CONTACT,
      sessionLimits: {
        idleMs: env.SESSION_DAYS * dayMs,
        maxAgeMs: 6 * env.SESSION_DAYS * dayMs,
      },
    },
    signOn: signOnConfig(env),
    publishing: {
      rule: env.PUBLISHING,
      /** Null: unpublished GIFs of visitors are kept forever. */
      keepUnpublishedMs: env.UNPUBLISHED_DAYS === 0 ? null : env.UNPUBLISHED_DAYS * dayMs,
      quota:
        env.RATE_LIMIT === 'off'
          ? { gifs: Infinity, bytes: Infinity }
          : { gifs: env.UNPUBLISHED_PER_CLIENT, bytes: env.UNPUBLISHED_MB_PER_CLIENT * megabyte },
    },
    notices: { keepContactsMs: env.NOTICE_CONTACT_DAYS * dayMs },
    catalogue: { defaultRating: env.DEFAULT_RATING },
    discovery: {
      trendHalfLifeMs: env.TREND_HALF_LIFE_HOURS * hourMs,
      trendingSearches: env.TRENDING_SEARCHES === 'on',
      minTrendingViewers: env.MIN_TRENDING_VIEWERS,
      blockedWords: env.BLOCKED_WORDS,
    },
    compat: { apiKeys: env.COMPAT_API_KEYS, anonymousSharesPerMinute: env.ANONYMOUS_SHARES_PER_MINUTE },
    search: {
      /** Null: only the built-in synonyms. */
      synonymsFile: env.SYNONYMS_FILE === '' ? null : env.SYNONYMS_FILE,
      /** Null means no limit. */
      newWordsPerDay: env.NEW_WORDS_PER_DAY === 0 ? null : env.NEW_WORDS_PER_DAY,
    },
    data: {
      folder: dataFolder,
      minFreeBytes: env.MIN_FREE_DISK_MB * megabyte,
      /** Infinity: only the disk limits them. */
      maxTemporaryBytes: env.TEMPORARY_MB === 0 ? Infinity : env.TEMPORARY_MB * megabyte,
      recordCacheBytes: env.RECORD_CACHE_MB * megabyte,
      compatRecordCacheBytes: env.COMPAT_RECORD_CACHE_MB * megabyte,
    },
    database: databaseConfig(env),
    s3: s3Config(env),
    media: mediaConfig(env),
    log: { level: env.LOG_LEVEL, addresses: env.LOG_ADDRESSES === 'on' },
    /** Null when they are off. */
    metrics: env.METRICS_PORT === null ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Null when they are off. */
    tracing: tracingConfig(env),
    limits: {
      maxClipSeconds: env.MAX_CLIP_SECONDS,
      maxUploadBytes: env.MAX_UPLOAD_MB * megabyte,
      maxPictureBytes: env.MAX_PICTURE_MB * megabyte,
      maxPictures: env.MAX_PICTURES,
      maxWaitingTasks: env.MAX_WAITING_TASKS,
      maxWaitingOfClient: env.RATE_LIMIT === 'off' ? Infinity : env.WAITING_PER_CLIENT,
      maxUploadsAtOnce: env.MAX_UPLOADS_AT_ONCE,
      maxUploadsPerAddress: env.RATE_LIMIT === 'off' ? Infinity : env.UPLOADS_PER_ADDRESS,
      accountNeeded: env.CREATION === 'accounts',
      maxFps: env.MAX_FPS,
      maxWidth: env.MAX_WIDTH,
      preset: env.GIF_PRESET,
      maxEditedFrames: env.MAX_EDITED_FRAMES,
      maxAppended: env.MAX_APPENDED,
      layers: {
        maxLayers: env.MAX_LAYERS,
        maxTextLength: env.MAX_LAYER_TEXT,
        maxStickers: env.MAX_STICKERS,
      },
    },
    frameArchives: {
      maxFrames: env.MAX_EDITED_FRAMES,
      maxBytes: env.FRAMES_ZIP_MB * megabyte,
      maxPixels: env.FRAMES_ZIP_MEGAPIXELS * 1e6,
      maxMs: env.FRAMES_ZIP_SECONDS * 1000,
      maxAtOnce: env.FRAMES_ZIPS_AT_ONCE,
      maxUnsentBytes: env.FRAMES_ZIPS_UNSENT_MB * megabyte,
    },
    imports: {
      maxBytes: env.IMPORT_MAX_MB * megabyte,
      maxFiles: env.IMPORT_MAX_FILES,
      maxWaiting: env.IMPORTS_PER_ACCOUNT,
      maxFileBytes: env.MAX_UPLOAD_MB * megabyte,
    },
    collections: {
      maxFavorites: env.FAVOURITES_PER_ACCOUNT,
      maxCollections: env.COLLECTIONS_PER_ACCOUNT,
      maxGifsInCollection: env.GIFS_PER_COLLECTION,
    },
    render: {
      limits: {
        maxMegapixels: env.MAX_MEGAPIXELS,
        maxClipSeconds: env.MAX_CLIP_SECONDS,
        maxFps: env.MAX_FPS,
        maxWidth: env.MAX_WIDTH,
        timeoutSeconds: env.MAX_RENDER_SECONDS,
        maxFrameBytes: env.MAX_FRAMES_MB * megabyte,
        maxDamagedShare: env.MAX_DAMAGED_SHARE,
        maxAnimationFrames: env.MAX_ANIMATION_FRAMES,
        maxEditedFrames: env.MAX_EDITED_FRAMES,
      },
      maxDataBytes: env.MAX_RENDER_MEMORY_MB * megabyte,
      sandbox: env.SANDBOX,
      searchPath: searchPath(),
    },
    derivations: {
      /** True if all further sizes and formats of each new GIF are derived. */
      isOn: env.RENDITIONS === 'all',
      keepSourceMs: env.KEEP_SOURCE_HOURS * hourMs,
      maxSourceBytes: env.KEEP_SOURCE_MB * megabyte,
    },
    preparedSources: {
      maxOfClient: env.PREPARED_SOURCES_PER_CLIENT,
      maxBytesOfClient: env.PREPARED_SOURCE_MB_PER_CLIENT * megabyte,
      previewSeconds: env.PREVIEW_SECONDS,
    },
    measuresSizes: env.MEASURE_SIZES === 'on',
    worker: { concurrency: env.WORKER_CONCURRENCY, leaseMs: env.LEASE_SECONDS * 1000 },
    sources: {
      allowedHosts: env.SOURCE_ALLOWED_HOSTS,
      ports: env.SOURCE_PORTS.map(Number),
      ownHosts: hostsOf([env.SITE_URL, env.MEDIA_URL]),
      refuseOwnAddresses: env.SOURCE_OWN_ADDRESSES === 'refuse',
      maxBytes: env.MAX_SOURCE_MB * megabyte,
      timeoutSeconds: env.MAX_SOURCE_SECONDS,
      sandbox: env.SANDBOX,
      searchPath: searchPath(),
      ytDlpPath: env.YT_DLP === 'off' ? null : env.YT_DLP,
      ...(env.YT_DLP_SITES.length > 0 ? { ytDlpSites: env.YT_DLP_SITES } : {}),
    },
    /** Null: no upstream server is used. */
    upstream:
      env.UPSTREAM_URL === null
        ? null
        : {
            url: normalizeUrl(env.UPSTREAM_URL),
            key: env.UPSTREAM_KEY,
            requestsPerMinute: env.UPSTREAM_PER_MINUTE,
            timeoutMs: env.UPSTREAM_SECONDS * 1000,
            maxFileBytes: env.UPSTREAM_MEDIA_MB * megabyte,
            cacheBytes: env.UPSTREAM_CACHE_MB * megabyte,
          },
    rates:
      env.RATE_LIMIT === 'off'
        ? null
        : {
            creationsPerMinute: env.CREATIONS_PER_MINUTE,
            accountCreationsPerMinute: env.ACCOUNT_CREATIONS_PER_MINUTE,
            sizesPerMinute: env.SIZES_PER_MINUTE,
            accountSizesPerMinute: env.ACCOUNT_SIZES_PER_MINUTE,
            readsPerMinute: env.READS_PER_MINUTE,
            accountReadsPerMinute: env.ACCOUNT_READS_PER_MINUTE,
            searchesPerMinute: env.SEARCHES_PER_MINUTE,
            accountSearchesPerMinute: env.ACCOUNT_SEARCHES_PER_MINUTE,
            signInsPerMinute: env.SIGN_INS_PER_MINUTE,
            noticesPerMinute: env.NOTICES_PER_MINUTE,
            noticesPerDay: env.NOTICES_PER_DAY,
            exportsPerHour: env.EXPORTS_PER_HOUR,
            mediaPerMinute: env.MEDIA_PER_MINUTE,
          },
  })
}

function pairMistakes(pair: string): string[] {
  const port = portOfPair(pair)
  if (port === undefined)
    return [`SOURCE_ALLOWED_HOSTS takes exact IP:port pairs such as 10.0.0.5:8080, not "${pair}"`]
  return isFetchablePort(port)
    ? []
    : [`SOURCE_ALLOWED_HOSTS takes ports that browsers fetch from, not that of "${pair}"`]
}

function contactMistakes(contact: string | null): string[] {
  if (
    contact === null ||
    (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact) && URL.canParse(contact))
  )
    return []
  return [
    `SECURITY_CONTACT must be such as mailto:security@example.org or https://example.org/security, not "${contact}"`,
  ]
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/** Normalizes an address: scheme and host in lower case, no slash at the end. */
function normalizeUrl(address: string): string {
  return new URL(address).href.replace(/(?<!\/)\/+$/, '')
}

/** The hosts of the given addresses, IPv6 without brackets. */
function hostsOf(addresses: readonly (string | null)[]): string[] {
  return addresses
    .filter((address) => address !== null)
    .map((address) => new URL(address).hostname.replace(/^\[(.*)\]$/, '$1').replace(/(?<!\.)\.+$/, ''))
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}

/** The settings of sign-in with an OpenID provider; null if it is not configured. */
function signOnConfig(env: Env) {
  if (env.OIDC_ISSUER === null) return null
  const groups = { premiumGroups: env.OIDC_PREMIUM_GROUPS, adminGroups: env.OIDC_ADMIN_GROUPS }
  return {
    provider: {
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      name: env.OIDC_NAME,
      scopes: env.OIDC_SCOPES,
      groupsClaim: env.OIDC_GROUPS_CLAIM,
      needsGroups: groups.premiumGroups.length + groups.adminGroups.length > 0,
    },
    rules: { ...groups, name: env.OIDC_NAME, signUpOpen: env.OIDC_SIGN_UP === 'open' },
  }
}

function signOnMistakes(env: Env): string[] {
  const { OIDC_ISSUER: issuer } = env
  if (issuer === null) {
    return env.PASSWORD_SIGN_IN === 'off'
      ? ['PASSWORD_SIGN_IN=off needs OIDC_ISSUER, or nobody could sign in']
      : []
  }
  return [
    ...addressMistakes('OIDC_ISSUER', issuer),
    ...(issuer.includes('/.well-known/')
      ? ['OIDC_ISSUER must be the issuer itself, without /.well-known/…']
      : []),
    ...(env.OIDC_CLIENT_ID === '' ? ['OIDC_ISSUER needs OIDC_CLIENT_ID'] : []),
    ...(env.OIDC_SCOPES.includes('openid') ? [] : ['OIDC_SCOPES must include openid']),
  ]
}
