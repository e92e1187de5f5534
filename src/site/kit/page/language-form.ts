import { type Html, html } from '../../../lib/html.ts'
import { languages } from '../../messages/languages.ts'
import type { SiteView } from './site-view.ts'

/** Lets people choose the language of the site; with script it changes as soon as one is chosen. */
export function languageForm({ links, messages, language, address }: SiteView): Html {
  const texts = messages.kit.language
  return html`<form class="language" method="post" action="${links.path('/language')}">
    <input type="hidden" name="next" value="${address}" />
    <label for="language">${texts.label}</label>
    <select id="language" name="language" autocomplete="off" data-language>
      ${Object.entries(languages).map(([tag, name]) => html`<option value="${tag}" lang="${tag}" ${tag === language && html` selected`}>${name}</option>`)}
    </select>
    <button class="button" type="submit" data-language-submit>${texts.submit}</button>
  </form>`
}
