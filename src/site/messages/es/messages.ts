import type { english } from '../en/messages.ts'
import { accountMessages } from './account.ts'
import { adminMessages } from './admin.ts'
import { browseMessages } from './browse.ts'
import { collectionMessages } from './collections.ts'
import { developersMessages } from './developers.ts'
import { errorSentences } from './errors.ts'
import { ruleSentences } from './client/rules.ts'
import { formats } from './format.ts'
import { gifMessages } from './gif.ts'
import { importMessages } from './import.ts'
import { kitMessages } from './kit.ts'
import { makerMessages } from './maker.ts'
import { noticeMessages } from './notices.ts'
import { pickerMessages } from './picker.ts'
import { publishingMessages } from './publishing.ts'
import { sourceErrors } from './source-errors.ts'
import { requestErrors } from './request-errors.ts'
import { makingErrors } from './making-errors.ts'
import { importErrors } from './import-errors.ts'
import { toolsMessages } from './tools.ts'
import { useItInMessages } from './use-it-in.ts'
import { webhookMessages } from './webhooks.ts'

/** Every text that the site's pages show, in Spanish. */
export const spanish: typeof english = {
  formats,
  errors: {
    ...errorSentences,
    ...requestErrors,
    ...sourceErrors,
    ...importErrors,
    ...makingErrors,
    ...ruleSentences,
  },
  kit: kitMessages,
  browse: browseMessages,
  gif: gifMessages,
  collections: collectionMessages,
  maker: makerMessages,
  account: accountMessages,
  notices: noticeMessages,
  admin: adminMessages,
  developers: developersMessages,
  import: importMessages,
  picker: pickerMessages,
  publishing: publishingMessages,
  tools: toolsMessages,
  useItIn: useItInMessages,
  webhooks: webhookMessages,
}
