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
import type { LookFinder } from '../catalogue/duplicates/similar-gifs.ts'
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
import type { TaskQueue } from '../creation/task-queue.ts'
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
    /** The time for which visitors' unpublished GIFs are kept; null: forever. */
    keepUnpublishedMs: number | null
    /** Limits attempts with wrong manage keys. */
    manageKeys: ManageKeyLimit
    clientOf: ClientOf
    /** The text of the watermark on the GIFs of an account, or of visitors; null for none. */
    watermarkText: (accountId: number | null) => string | null
    /** Draws the watermark on a transparent frame, as PNG; null if a frame of that size has none. */
    drawWatermark: (text: string, size: { width: number; height: number }) => Promise<Buffer | null>
    discovery: Discovery
    /** True if the compatible interfaces accept any key and requests without one. */
    compatIsOpen: boolean
    /** Null if no OpenID provider is configured. */
    signOn: SignOn | null
    devices: KnownDevices
    collectionLimits: CollectionLimits
    daily: UseLimit
    /** The number of times an account may download its data in an hour; null for no limit. */
    hourlyExports: UseLimit
    /** The operator's texts about notices, and the operator's pages. */
    texts: TextBlocks
    pages: TextFiles
    tasks: TaskQueue
    webhooks: Webhooks
    mediaUrls: MediaUrls
    deleteKeys: DeleteKeys
    submitCreation: SubmitCreation
    prepareSource: SourcePreparer
    measureSize: SizeMeasurer
    preparedSources: PreparedSourceStore
    /** The time for which a source is kept for its owner; 0: not at all. */
    keepSourceMs: number
    /** Reads GIFs of the library as sources of new ones. */
    fetchLibrary: FetchLibrary
    openFrameArchive: OpenFrameArchive
    cancelCreation: CancelCreation
    admitCreation: AdmitCreation
    drops: DropStore
    receiveFiles: ReceiveFiles
    dropLimits: DropLimits
    /** Notifies the worker that a task is queued again. */
    wakeWorker: () => void
    uploadLimits: UploadLimits
    limits: CreationLimits
    /** Null if rate limits are switched off. */
    rates: Rates | null
    clock: Clock
    version: string
    /** The disk space of the data folder and its use. */
    diskFacts: () => Promise<DiskFacts>
    settings: {
      name: string
      /** Without a trailing slash. A function, since with port 0 it is known only once the server listens. */
      url: () => string
      /** True if people can sign in with passwords. */
      passwords: boolean
      /** True if visitors can create accounts with a password. */
      signUpOpen: boolean
      /** The contact for security problems; null if none is configured. */
      securityContact: string | null
      /** The code of the default category. */
      defaultCategory: string
      /** The maximum length of a recording in the maker. */
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
  /** Space reserved by uploads and by GIFs in progress. */
  reservedBytes: number
}

/** Everything that the routes of the site share. */
export type Site = SiteDeps & {
  assets: Assets
  /** The throttle shared by every form that asks for a password. */
  throttle: SignInThrottle
  /** The view for the pages of a request. */
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
      // A request rejected early has no viewer yet.
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
