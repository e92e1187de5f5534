import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { type CommandFacts, type Commands, commandsFor, fetchExample } from './developers-commands.ts'
import { codeExample } from '../kit/page/code-example.ts'
import { type ManualLimits, limitTable } from './developers-limits.ts'
import { optionTable } from './developers-options.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type Manual = {
  commands: CommandFacts
  limits: ManualLimits
  errors: { code: string; meaning: string; status: number }[]
  /** Whether the viewer has an API token already. */
  hasToken: boolean
}

type Section = { id: string; title: string; body: HtmlValue }

/** The whole API on one page, with commands of this instance to copy. */
export function developersPage(view: SiteView, manual: Manual): Html {
  const { links, name } = view
  const sections = [
    ...reading(view, commandsFor(manual.commands)),
    ...making(view, manual),
    ...telling(view, manual),
    embedding(view, manual.commands),
  ]
  return layout(view, {
    feature: 'developers',
    title: 'For developers',
    description: `The API of ${name}: find GIFs and make them, with commands to copy.`,
    main: html`<div class="manual">
      <header class="manual__head">
        <h1>The API of ${name}</h1>
        <p>
          Everything here can be done by a program: plain HTTP in, JSON out, open to pages of every origin.
          ${view.accountNeeded ? 'Reading needs no key; making GIFs needs an API token.' : 'You need no key to begin.'}
          Copy a command, run it, and you have it working.
        </p>
        <div class="actions">
          <a class="button" href="${links.path('/api/docs')}">Try it in the browser</a>
          <a class="button" href="${links.path('/api/openapi.json')}">OpenAPI document</a>
        </div>
      </header>
      <nav class="manual__contents" aria-label="On this page">
        <ul>
          ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>
      <div class="manual__body">
        ${sections.map(
          ({ id, title, body }) =>
            html`<section id="${id}" aria-labelledby="${id}-title">
              <h2 id="${id}-title">${title}</h2>
              ${body}
            </section>`,
        )}
      </div>
    </div>`,
  })
}

function reading(view: SiteView, { search, searchLink, one, random, categories }: Commands): Section[] {
  return [
    {
      id: 'find',
      title: 'Find GIFs',
      body: html`<p>
          Every word must match the title, the tags or the category; the last one also as the beginning of a
          word. Case and accents do not count. <code>total</code> is exact; <code>start</code> and
          <code>limit</code> turn the pages. GIFs that are not safe for work come with <code>nsfw=1</code>.
        </p>
        ${codeExample(view, search)}
        <p>The same as a link, here all of one category, the newest first:</p>
        ${codeExample(view, searchLink)}`,
    },
    {
      id: 'get',
      title: 'Get one GIF',
      body: html`<p>
          <code>gif_url</code>, <code>mp4_url</code> and <code>webp_url</code> are the animation in three
          formats, <code>thumb_url</code> is a still. Prefer the MP4 or the WebP: they are smaller and look
          better.
        </p>
        ${codeExample(view, one)}`,
    },
    {
      id: 'random',
      title: 'Get a random one',
      body: html`<p>With <code>category</code>, the id of one, it is a random one of that category.</p>
        ${codeExample(view, random)}`,
    },
    {
      id: 'categories',
      title: 'Categories',
      body: html`<p>Search takes the <code>code</code> of a category, everything else its <code>id</code>.</p>
        ${codeExample(view, categories)}`,
    },
  ]
}

function making(view: SiteView, { commands: facts, limits }: Manual): Section[] {
  const { fromVideo, fromAddress, fromPictures, fitted, status, events } = commandsFor(facts)
  return [
    {
      id: 'make',
      title: 'Make a GIF',
      body: html`<p>
          A GIF takes some seconds to make. The call answers at once with the <code>id</code> of a task, and
          you ask for its status until it is done. Send JSON, a form, or multipart, as you like: in JSON,
          files are data-URLs.
        </p>
        <h3>From a video</h3>
        ${codeExample(view, fromVideo)}
        <h3>From an address</h3>
        <p>A video file, a page that shows a video, or a page of a video-sharing site.</p>
        ${codeExample(view, fromAddress)}
        <h3>From pictures</h3>
        <p>
          <code>delay</code> is in milliseconds. <code>resize=0</code> keeps the pixels of each picture as
          they are.
        </p>
        ${codeExample(view, fromPictures)}
        <h3>What else you can send</h3>
        <ul class="points">
          <li><code>tags[]</code>: words it is found by, repeated for each.</li>
          <li><code>nsfw=1</code>: not safe for work.</li>
          <li><code>private=1</code>: only you see it. Needs a token.</li>
          <li><code>watermark_type=none</code>: no watermark. Needs the token of a Premium account.</li>
        </ul>`,
    },
    {
      id: 'options',
      title: 'How it looks and plays',
      body: html`<p>All of these may be left out. They go with the calls above, like every other value.</p>
        ${optionTable(limits.creation)}
        <p>Here a clip that plays there and back, one and a half times as fast, in a file of 2 MB at most:</p>
        ${codeExample(view, fitted)}
        <p>
          With <code>auto_loop</code> the status says which part was taken:
          <code>"loop": {"start": 2.4, "end": 4.1}</code> in the <code>result</code>.
        </p>`,
    },
    {
      id: 'status',
      title: 'See how it goes',
      body: html`<p>
          Put the <code>id</code> you got in place of <code>TASK</code>. The status is
          <code>waiting</code> with your <code>position</code>, <code>processing</code> with
          <code>progress</code> from 0 to 1 and the <code>step</code>, then <code>done</code> or
          <code>error</code>. Once a second is often enough.
        </p>
        ${codeExample(view, status)}
        <p>
          Or be told: the same answers as server-sent events, each when something changes, until the task has
          ended. In a browser that is <code>new EventSource(…)</code>.
        </p>
        ${codeExample(view, events)}
        <p>The page of the GIF is at <code>${view.links.absolute('/')}</code> and its code.</p>`,
    },
    {
      id: 'javascript',
      title: 'In JavaScript',
      body: html`<p>From a video file to the address of its GIF, in a browser or in Node:</p>
        ${codeExample(view, { name: 'In JavaScript', command: fetchExample(facts) })}`,
    },
  ]
}

function telling(view: SiteView, { hasToken, limits, errors }: Manual): Section[] {
  return [
    {
      id: 'tokens',
      title: 'Tokens',
      body: html`<p>
          An API token says who you are. It goes with a call as the header
          <code>Authorization: Bearer gw_…</code> and nothing else.
          ${view.accountNeeded ? 'On this instance every call that makes a GIF needs one.' : 'Making a GIF works without; with one it is yours, can be private, and you can change it later.'}
          A token that is wrong or revoked is answered 401 on every call, so send none rather than an old one.
        </p>
        <p>${tokenAdvice(view, hasToken)}</p>`,
    },
    {
      id: 'errors',
      title: 'Errors',
      body: html`<p>
          An answer that did not work has an HTTP status of 400 or more and says why: a <code>code</code> for
          your program, a <code>message</code> for a person, and often the <code>field</code> at fault. A task
          that failed has the same <code>error</code>, under status 200. After 429 and 503, wait for as many
          seconds as <code>Retry-After</code> says.
        </p>
        ${codeExample(view, { name: 'An error', command: `curl ${view.links.absolute('/api/find')} -d limit=10`, answer: missing })}
        ${errorTable(errors)}`,
    },
    {
      id: 'limits',
      title: 'Limits of this instance',
      body: limitTable(limits),
    },
  ]
}

const missing = {
  status: 'error',
  error: { code: 'missing_value', message: 'At least one of `q` and `category` must be set.', field: 'q' },
}

function tokenAdvice({ links, signUpOpen, viewer }: SiteView, hasToken: boolean): HtmlValue {
  const settings = html`<a href="${links.path('/settings')}">your settings</a>`
  if (hasToken)
    return html`Your tokens are in ${settings}. The commands on this page have the place for yours marked.`
  if (viewer.account !== null) return html`Make your first one in ${settings}; it is shown once.`
  const signIn = html`<a href="${links.signIn('/developers')}">Sign in</a>`
  return signUpOpen
    ? html`${signIn} or <a href="${links.path('/signup')}">make an account</a>, then make one in your
        settings.`
    : html`${signIn}, then make one in your settings.`
}

function errorTable(errors: Manual['errors']): Html {
  return html`<table class="table codes" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">Code</th>
        <th role="columnheader" scope="col">HTTP</th>
        <th role="columnheader" scope="col">What it means</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${errors.map(
        ({ code, status, meaning }) =>
          html`<tr role="row">
            <td role="cell"><code>${code}</code></td>
            <td role="cell">${status}</td>
            <td role="cell">${meaning}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function embedding(view: SiteView, facts: CommandFacts): Section {
  const { oembed } = commandsFor(facts)
  const frame = [
    `<iframe src="${view.links.absolute(`/embed/${facts.gif.code}`)}"`,
    `  width="480" height="270" title="A GIF" loading="lazy" allowfullscreen></iframe>`,
  ].join('\n')
  return {
    id: 'embed',
    title: 'Embed a GIF',
    body: html`<p>
        A link to the page of a GIF plays in chats and documents by itself. For your own page there is a frame
        of just the GIF:
      </p>
      ${codeExample(view, { name: 'A frame', command: frame })}
      <p>
        Programs that know oEmbed ask for a link’s size and file, as JSON or, with <code>format=xml</code>, as
        XML:
      </p>
      ${codeExample(view, oembed)}`,
  }
}
