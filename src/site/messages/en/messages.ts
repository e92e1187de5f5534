import { accountMessages } from './account.ts'
import { adminMessages } from './admin.ts'
import { browseMessages } from './browse.ts'
import { collectionMessages } from './collections.ts'
import { developersMessages } from './developers.ts'
import { ruleSentences } from './client/rules.ts'
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
  /**
   * For a translation: the sentences of errors by the English ones, which stand where the errors are thrown. `{1}` and so on
   * are the values in them.
   */
  errors: {} as Readonly<Record<string, string>>,
  rules: ruleSentences,
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
