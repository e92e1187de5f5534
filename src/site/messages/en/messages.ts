import { shownErrors } from '../../../lib/errors/error-text.ts'
import { accountMessages } from './account.ts'
import { adminMessages } from './admin.ts'
import { browseMessages } from './browse.ts'
import { collectionMessages } from './collections.ts'
import { developersMessages } from './developers.ts'
import { formats } from './format.ts'
import { gifMessages } from './gif.ts'
import { importMessages } from './import.ts'
import { kitMessages } from './kit.ts'
import { makerMessages } from './maker.ts'
import { noticeMessages } from './notices.ts'
import { pickerMessages } from './picker.ts'
import { publishingMessages } from './publishing.ts'
import { toolsMessages } from './tools.ts'
import { useItInMessages } from './use-it-in.ts'
import { webhookMessages } from './webhooks.ts'

/** All texts of the site's pages in English. Another language is another object of the same type. */
export const english = {
  formats,
  /** The sentences of errors by their details; those of the API lie with the errors. */
  errors: shownErrors,
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
