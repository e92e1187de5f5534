import { gifMessages } from './gif.ts'
import { kitMessages } from './kit.ts'
import { makerMessages } from './maker.ts'

/** Every text that the site's pages show, in English. Another language is another object of the same type. */
export const english = {
  kit: kitMessages,
  gif: gifMessages,
  maker: makerMessages,
}

export type Messages = typeof english
