import type { LayerLimits } from '../../../layers/layer-limits.ts'
import { type HtmlValue, html } from '../../../lib/html.ts'

/** The texts of the developers' guide and the API reference. Backticks mark code. */
export const developersMessages = {
  guide: {
    title: 'Developers',
    description: (siteName: string) => `The API of ${siteName}: find and make GIFs, with commands to copy.`,
    heading: (siteName: string) => `The API of ${siteName}`,
    intro: 'Find and make GIFs from your own code: plain HTTP in, JSON out, open to every origin.',
    needsToken: 'Reading needs no key; making GIFs needs an API token.',
    needsNoToken: 'You need no key to start.',
    start: 'Copy a command and run it.',
    tryIt: 'Try it in the browser',
    openApi: 'OpenAPI document',
    useItIn: 'Use it in your app',
    contents: 'On this page',
  },
  find: {
    title: 'Find GIFs',
    text: 'Every word must match the title, the tags or the category; the last word may be incomplete. Case and accents are ignored. `total` is exact; use `start` and `limit` for paging. Add `nsfw=1` to include NSFW GIFs, or `rating` for the highest rating to find.',
    asLink: 'The same as a link, here for one category, newest first:',
  },
  discover: {
    title: 'Discover GIFs',
    trending: 'Trending GIFs',
    trendingText:
      'The GIFs used most recently, in one category or, without `category`, in all. If there are too few, the most used GIFs overall and the newest follow.',
    use: 'Report a use',
    useText:
      'Report uses of a GIF in your app to move it up in trending. `kind` is `share`, `copy`, `download` or `view`. Each person (address) counts once per GIF and day.',
    suggest: 'Complete a search',
    suggestText:
      'Completes the text typed so far and tolerates typos: `"result": [{"text": "birthday", "kind": "tag"}]`, with `categories` and `gifs`. Call it at most every 50 ms, and use the latest response.',
    searches: 'Trending searches',
    searchesText: 'Popular searches, with words of public GIFs only: `"result": ["happy birthday", "cat"]`.',
    related: 'Related GIFs',
    relatedText: 'The GIFs most similar to one, most similar first.',
  },
  get: {
    title: 'Get one GIF',
    text: '`gif_url`, `mp4_url` and `webp_url` are the animation in three formats, `thumb_url` is a still. Prefer the MP4 or the WebP: they are smaller and look better.',
  },
  random: {
    title: 'Get a random GIF',
    text: 'Set `category` to a category’s id to get a GIF from that category.',
  },
  categories: {
    title: 'Categories',
    text: 'Search takes the `code` of a category; all other calls take its `id`.',
  },
  make: {
    title: 'Make a GIF',
    text: 'Making a GIF takes a few seconds. The call immediately returns the `id` of a task; poll its status until it is done. Send JSON, a form, or multipart. In JSON, files are data URLs.',
    fromVideo: 'From a video',
    fromLink: 'From a link',
    fromLinkText: 'A video file, a page that shows a video, or a page of a video-sharing site.',
    fromPictures: 'From pictures',
    fromPicturesText: '`delay` is in milliseconds. `resize=0` keeps the pixels of each picture unchanged.',
    more: 'More values',
    change: 'Change it later',
    changeText:
      'Needs a token of its owner. Takes `title`, `tags[]`, `category` and the values above. Values that you leave out stay unchanged.',
    values: [
      '`tags[]`: words to find it by; repeat for each tag.',
      '`rating`: the audience: `g`, `pg`, `pg-13` or `r`. `nsfw=1` is the same as `r`.',
      '`visibility`: `public`, `unlisted` (anyone with the link) or `private` (the same as `private=1`; needs a token).',
      '`watermark_type=none`: no watermark. Needs the token of a Premium account.',
    ],
  },
  options: {
    title: 'How it looks and plays',
    text: 'All of these are optional, and work with the calls above.',
    example: 'A boomerang at 1.5 times the speed, in a file of at most 2 MB:',
    autoLoop:
      'With `auto_loop`, the `result` in the status has the part that was used: `"loop": {"start": 2.4, "end": 4.1}`.',
  },
  layers: {
    title: 'Captions, pictures and blurred regions',
    text: '`layers` is a JSON array of layers to draw over the GIF, from bottom to top. Positions and lengths are fractions of the GIF (`"x": 0.5` is the middle); `start` and `end` are seconds of the video. Every value has a default.',
    kinds: (fonts: readonly string[], limits: LayerLimits) => [
      `\`{"type": "text", "text": …}\`: up to ${limits.maxTextLength} characters, wrapped at \`width\`. Also \`font\` (${fonts.join(', ')}), \`size\`, \`color\`, \`outline\`, \`box\`, \`align\`, \`anchor\`, \`rotation\`.`,
      `\`{"type": "picture", "picture": 0}\`: the first picture that you send as \`stickers[]\` (PNG, WebP or GIF, up to ${limits.maxStickers}). Also \`opacity\` and \`rotation\`.`,
      '`{"type": "blur"}`: hides a region. `style` is `pixelate` or `blur`, `strength` from 0 to 1.',
      `At most ${limits.maxLayers} layers. The OpenAPI document has all keys and their ranges.`,
    ],
    fonts: 'Characters that a font lacks fall back to other fonts. All fonts are open:',
    licenses: 'their licenses',
  },
  status: {
    title: 'Follow the progress',
    text: 'Replace `TASK` with the `id` you got. The status is `waiting` with your `position`, `processing` with `progress` from 0 to 1 and the `step`, then `done` or `error`. Polling once a second is enough.',
    events:
      'Or receive the same responses as server-sent events, one for each change, until the task ends. In a browser, use `new EventSource(…)`.',
    page: (link: string) => `The GIF’s page is \`${link}\` followed by its code.`,
  },
  javascript: {
    title: 'In JavaScript',
    text: 'From a video file to the link of its GIF, in a browser or in Node:',
    example: 'In JavaScript',
  },
  webhooks: {
    text: 'A webhook posts JSON to your server when something happens to your tasks and GIFs, so you don’t have to poll.',
    add: 'Add a webhook',
    delivery: (attempts: number) =>
      `Answer with 2xx within 10 seconds. Anything else, including a redirect, is retried up to ${attempts} times within two days; \`410\` disables the webhook. An event can arrive twice: remember its \`id\` (also in \`webhook-id\`). Events arrive one at a time and in order, except for retries.`,
    signature:
      'Messages are signed according to Standard Webhooks: check `webhook-signature` as shown here or with one of its libraries, and refuse timestamps older than 5 minutes.',
    example: 'A receiver in Node',
  },
  tokens: {
    title: 'Tokens',
    text: 'An API token identifies you. Send it as the header `Authorization: Bearer gw_…`.',
    needed: 'On this instance, every call that makes a GIF needs one.',
    optional:
      'You can make a GIF without one. With a token, the GIF is yours, can be private, and can be changed later.',
    invalid: 'Every call with a wrong or revoked token gets a 401, so send none rather than an old one.',
    yours: (settings: string): HtmlValue =>
      html`Your tokens are in <a href="${settings}">your settings</a>. The commands on this page mark the
        place for yours.`,
    createFirst: (settings: string): HtmlValue =>
      html`Create your first one in <a href="${settings}">your settings</a>; it is shown once.`,
    signIn: (signIn: string): HtmlValue =>
      html`<a href="${signIn}">Sign in</a>, then create one in your settings.`,
    signInOrUp: (signIn: string, signUp: string): HtmlValue =>
      html`<a href="${signIn}">Sign in</a> or <a href="${signUp}">create an account</a>, then create a token
        in your settings.`,
  },
  errors: {
    title: 'Errors',
    text: 'An error has an HTTP status of 400 or more, a `code` for your program, a `message` for people, and often the invalid `field`. A failed task has the same `error`, with status 200. After 429 and 503, wait for the seconds in `Retry-After`.',
    example: 'An error',
    code: 'Code',
    status: 'HTTP',
    meaning: 'What it means',
  },
  limits: { title: 'Limits of this instance' },
  collections: {
    title: 'Favorites and collections',
    text: 'Needs a token. `PUT` and `DELETE /api/gif/{code}/favourite` add and remove a favorite; `/api/mine/favourites` lists them.',
    collections:
      'A collection has an order, and is `private`, `unlisted` or `public`. Others see only its public GIFs. `place` sets the position of a GIF.',
    read: 'Anyone with its code can read it, or show it as a grid on another page:',
    frame: 'A grid',
  },
  embed: {
    title: 'Embed a GIF',
    text: 'A link to a GIF’s page plays automatically in chats and documents. On your own page, use a frame with just the GIF:',
    frame: 'A frame',
    oembed:
      'Programs with oEmbed support request a link’s size and file, as JSON or, with `format=xml`, as XML:',
  },
  picker: {
    title: 'GIF picker',
    text: 'A GIF button for any page on any site: 8 KB, no dependencies, and no requests to anyone but this site. Choose a GIF to see what your page receives.',
    needsScript: 'The picker needs JavaScript.',
    picked: 'What your page receives',
    element: 'As an element',
    event:
      'The event `gif` bubbles. Its `detail` has `code`, `title`, `page`, `gif`, `mp4`, `webp`, `tinygif`, `width`, `height`, `alt` and `flashing`. On Escape in the empty search field, the event `close` is fired. A chosen GIF counts as shared.',
    size: 'Give it a size, a border or a `border-radius` with your own CSS. The custom properties `--gifwright-background`, `--gifwright-surface`, `--gifwright-text`, `--gifwright-soft`, `--gifwright-line`, `--gifwright-edge` and `--gifwright-accent` change its colors. It uses the writing direction of your page.',
    attributes: 'Attributes',
    attributeList: [
      { name: 'rating', meaning: 'The highest rating to show: `g`, `pg`, `pg-13` (default) or `r`.' },
      { name: 'theme', meaning: '`light`, `dark`, or `auto` (default), which follows the system.' },
      { name: 'columns', meaning: '1 to 12. Default: as many as fit.' },
      { name: 'limit', meaning: 'GIFs to load at a time, up to 100. Default: 24.' },
      { name: 'locale', meaning: 'The language of texts and numbers, such as `de`.' },
      {
        name: 'texts',
        meaning:
          'Your own texts as JSON, such as `{"search": "GIFs suchen"}`; also a property. Others stay in English or, in a frame, in the browser’s language.',
      },
      {
        name: 'key',
        meaning:
          'Your app’s key, if the operator gave you one: it has its own rate, and its use is counted. Optional.',
      },
      {
        name: 'host',
        meaning: 'The address of the instance. Only needed if you bundle the script with your own.',
      },
    ],
    policy: (origin: string) =>
      `With a content security policy, allow \`${origin}\` (and the host of its files, if different) in \`script-src\`, \`connect-src\` and \`img-src\`. No inline styles and no \`eval\` are used.`,
    frame: 'As a frame',
    frameText:
      'Use this where scripts of other sites are not allowed. `origin` is your page’s origin: the frame posts messages only there.',
    framePoints: [
      'Messages are `{ type: "gifwright:ready" }`, `{ type: "gifwright:gif", gif }` with the same fields as the event, and `{ type: "gifwright:close" }`.',
      'All attributes except `host` work as parameters, and so does `dir` (`rtl`).',
      '`origin=*` posts to whichever page shows the frame, for apps whose pages have no http or https origin.',
      'The frame accepts no messages, and does not know who is signed in here.',
    ],
  },
  reference: {
    title: 'API reference',
    description: (siteName: string) => `Every call of the API of ${siteName}, with its values and responses.`,
    intro: (version: string) =>
      `Gifwright ${version}. POST calls accept JSON, urlencoded and multipart bodies, with the same result. Send numbers as numbers or text, booleans as 0 and 1. Every response has a \`status\`;`,
    errorsLink: (link: string): HtmlValue => html`the <a href="${link}">guide</a> lists the errors.`,
    guide: 'Guide with examples',
    token: 'API token',
    tokenHint: 'Optional. Sent with the calls you try here, never stored.',
    values: 'Values',
    bodyTypes: (types: HtmlValue): HtmlValue => html`In a body of the type ${types}.`,
    answer: 'Answer',
    tryIt: 'Try it',
    send: 'Send',
    required: 'required',
    inPath: 'in the path',
    answerOf: (summary: string) => `Answer: ${summary}`,
  },
}
