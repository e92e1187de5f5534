import type { FastifyRequest } from 'fastify'
import { visitor } from '../accounts/account.ts'
import type { AccountStores } from '../accounts/account-stores.ts'
import type { CatalogueStores } from '../catalogue/catalogue-stores.ts'
import type { IndexedCatalogue } from '../catalogue/find-gifs.ts'
import type { SignOnRules } from '../accounts/sign-on/complete-sign-on.ts'
import type { SignOnFlows } from '../accounts/sign-on/sign-on-flows.ts'
import type { SignOnProvider } from '../accounts/sign-on/sign-on-provider.ts'
import type { SessionLimits } from '../accounts/session-store.ts'
import type { KnownDevices } from '../accounts/known-devices.ts'
import { SignInThrottle } from '../accounts/sign-in-throttle.ts'
import type { LookFinder } from '../catalogue/duplicates/look-finder.ts'
import type { PublishingRule } from '../catalogue/publishing/publishing-rules.ts'
import type { DeleteKeys } from '../catalogue/delete-keys.ts'
import type { Discovery } from '../catalogue/discovery/discovery.ts'
import type { UseLimit } from '../catalogue/notices/send-notice.ts'
import type { TextBlocks, TextFiles } from '../catalogue/notices/text-blocks.ts'
import type { CollectionLimits } from '../catalogue/collections/collection.ts'
import type { AdmitCreation } from '../creation/admission.ts'
import type { ClientOf } from '../creation/client.ts'
import type { FetchLibrary } from '../creation/library-source.ts'
import type { CreationLimits } from '../creation/limits.ts'
import type { CancelCreation } from '../creation/cancel-creation.ts'
import type { SubmitCreation } from '../creation/submit-creation.ts'
import type { SizeMeasurer } from '../creation/sources/measure-size.ts'
import type { SourcePreparer } from '../creation/sources/prepare-source.ts'
import type { PreparedSourceStore } from '../creation/sources/source-store.ts'
import type { TaskStores } from '../creation/task-queue.ts'
import type { DropStore } from '../library/import/drops/drop.ts'
import type { DropLimits, ReceiveFiles } from '../library/import/drops/receive-files.ts'
import type { Rates } from '../http/plugins/rate-limits.ts'
import type { UploadLimits } from '../http/plugins/request-bodies.ts'
import type { Clock } from '../lib/clock.ts'
import type { OpenFrameArchive } from '../media/frame-archives.ts'
import type { MediaUrls } from '../media/media-urls.ts'
import type { Webhooks } from '../webhooks/manage-webhooks.ts'
import { messagesOf } from './messages/messages.ts'
import { type Assets, siteAssets } from './kit/assets/assets.ts'
import type { ManageKeyLimit } from './kit/requests/manage-key-limit.ts'
import { linksFor } from './kit/page/links.ts'
import { operatorPages, type SiteView } from './kit/page/site-view.ts'

/** The stores, services and settings of the pages. */
export type SiteDeps = CatalogueStores &
  AccountStores &
  IndexedCatalogue & {
    looks: LookFinder
    publishing: PublishingRule
    /** How long unpublished GIFs of visitors are kept; null: forever. */
    keepUnpublishedMs: number | null
    /** Limits wrong manage keys. */
    manageKeys: ManageKeyLimit
    clientOf: ClientOf
    /** The watermark of what an account, or a visitor without one, makes; null where it carries none. */
    watermarkText: (accountId: number | null) => string | null
    /** The watermark on a transparent frame of a size, as PNG; null where such a frame has none. */
    drawWatermark: (text: string, size: { width: number; height: number }) => Promise<Buffer | null>
    discovery: Discovery
    /** Whether the compatible interfaces accept any key, and none. */
    compatIsOpen: boolean
    /** Null where the operator set no OpenID provider. */
    signOn: SignOn | null
    devices: KnownDevices
    collectionLimits: CollectionLimits
    daily: UseLimit
    /** The number of times an account may download its data in an hour; null for no limit. */
    hourlyExports: UseLimit
    /** The operator's texts about notices, and the operator's pages. */
    texts: TextBlocks
    pages: TextFiles
    tasks: TaskStores
    webhooks: Webhooks
    mediaUrls: MediaUrls
    deleteKeys: DeleteKeys
    submitCreation: SubmitCreation
    prepareSource: SourcePreparer
    measureSize: SizeMeasurer
    preparedSources: PreparedSourceStore
    /** How long a source is kept for its owner; 0: none is. */
    keepSourceMs: number
    /** GIFs of the library as sources of others. */
    fetchLibrary: FetchLibrary
    openFrameArchive: OpenFrameArchive
    cancelCreation: CancelCreation
    admitCreation: AdmitCreation
    drops: DropStore
    receiveFiles: ReceiveFiles
    dropLimits: DropLimits
    /** Notifies the worker that a task waits again. */
    wakeWorker: () => void
    uploadLimits: UploadLimits
    limits: CreationLimits
    /** Null where the operator switched rate limits off. */
    rates: Rates | null
    clock: Clock
    version: string
    /** The space on the disk of the data folder, and how it is used. */
    diskFacts: () => Promise<DiskFacts>
    settings: {
      name: string
      /** Without a slash at the end. A function, since with port 0 it is known only once the server listens. */
      url: () => string
      /** Whether people sign in by passwords. */
      passwords: boolean
      /** Whether visitors create accounts with a password. */
      signUpOpen: boolean
      /** The contact for security problems; null where the operator set none. */
      securityContact: string | null
      /** The code of the category of GIFs for which none was chosen. */
      defaultCategory: string
      /** The longest recording in the maker. */
      maxRecordingSeconds: number
      sessionLimits: SessionLimits
    }
  }

export type SignOn = {
  rules: SignOnRules
  provider: SignOnProvider
  flows: SignOnFlows
}

export type DiskFacts = {
  freeBytes: number
  wholeBytes: number
  databaseBytes: number
  /** Reserved by uploads and by GIFs that are being made. */
  reservedBytes: number
}

/** What the routes of the site share. */
export type Site = SiteDeps & {
  assets: Assets
  /** Shared by every form that asks for a password. */
  throttle: SignInThrottle
  /** What the pages of a request need to know. */
  view: (request: FastifyRequest) => SiteView
}

export function createSite(deps: SiteDeps): Site {
  const assets = siteAssets()
  const { settings, mediaUrls, limits } = deps
  return {
    ...deps,
    assets,
    throttle: new SignInThrottle(deps.attempts, deps.clock),
    view: ({ viewer, session, url, language }) => ({
      name: settings.name,
      language,
      messages: messagesOf(language),
      links: linksFor(settings.url()),
      assets: siteAssets(language),
      mediaUrls,
      defaultRating: deps.catalogue.defaultRating,
      // A request that is refused early has no viewer yet.
      viewer: viewer ?? visitor,
      address: url,
      signUpOpen: settings.signUpOpen || deps.signOn?.rules.signUpOpen === true,
      passwords: settings.passwords,
      passwordSignUp: settings.signUpOpen,
      signOnName: deps.signOn?.rules.name ?? null,
      confirmsBySignOn: session?.idToken != null,
      operatorPages: operatorPages.filter((name) => deps.pages.read(name) !== null),
      favorites: new Set<number>(),
      accountNeeded: limits.accountNeeded,
      publishing: deps.publishing,
      keepUnpublishedMs: deps.keepUnpublishedMs,
      watermark: deps.watermarkText(viewer?.account?.id ?? null),
    }),
  }
}
