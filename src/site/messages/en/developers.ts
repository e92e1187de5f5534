import type { LayerLimits } from '../../../layers/layer-limits.ts'
import { type HtmlValue, html } from '../../../lib/html.ts'

/** The texts of the developers' guide and the API reference. Backticks mark code. */
export const developersMessages = {
  guide: {
    title: 'Developers',
    description: (siteName: string) => `The API of ${siteName}: find and make GIFs, with commands to copy.`,
    heading: (siteName: string) => `The API of ${siteName}`,
    intro: 'Find and make GIFs from your own code: plain HTTP in, JSON out, open to pages of every origin.',
    needsToken: 'Reading needs no key; making GIFs needs an API token.',
    needsNoToken: 'You need no key to begin.',
    start: 'Copy a command, run it, and you have it working.',
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
      'The GIFs used most lately, of one category or, without `category`, of all. Where few are used, those most used and the newest follow.',
    use: 'Report a use',
    useText:
      'Report what people do with a GIF in your app, so that good ones rise. `kind` is `share`, `copy`, `download` or `view`. Each person (address) counts once per GIF and day.',
    suggest: 'Complete a search',
    suggestText:
      'Completes what was typed so far and forgives typos: `"result": [{"text": "birthday", "kind": "tag"}]`, with `categories` and `gifs`. Ask at most every 50 ms while someone types, and use the last answer.',
    searches: 'Trending searches',
    searchesText:
      'Searches that many people make, of words of public GIFs only: `"result": ["happy birthday", "cat"]`.',
    related: 'Related GIFs',
    relatedText: 'The GIFs most like one, the most alike first.',
  },
  get: {
    title: 'Get one GIF',
    text: '`gif_url`, `mp4_url` and `webp_url` are the animation in three formats, `thumb_url` is a still. Prefer the MP4 or the WebP: they are smaller and look better.',
  },
  random: {
    title: 'Get a random GIF',
    text: 'With `category`, a category’s id, the GIF is from that category.',
  },
  categories: {
    title: 'Categories',
    text: 'Search takes the `code` of a category, all other calls its `id`.',
  },
  make: {
    title: 'Make a GIF',
    text: 'Making a GIF takes some seconds. The call returns the `id` of a task immediately; ask for its status until it is done. Send JSON, a form, or multipart. In JSON, files are data URLs.',
    fromVideo: 'From a video',
    fromLink: 'From a link',
    fromLinkText: 'A video file, a page that shows a video, or a page of a video-sharing site.',
    fromPictures: 'From pictures',
    fromPicturesText: '`delay` is in milliseconds. `resize=0` keeps the pixels of each picture unchanged.',
    more: 'More values',
    change: 'Change it later',
    changeText:
      'With the token of its owner. Takes `title`, `tags[]`, `category` and the values above; what you leave out stays.',
    values: [
      '`tags[]`: words to find it by; repeat for each.',
      '`rating`: for whom it is: `g`, `pg`, `pg-13` or `r`. `nsfw=1` is the same as `r`.',
      '`visibility`: `public`, `unlisted` (anyone with the link) or `private`. `private=1` is the same as the last, and needs a token.',
      '`watermark_type=none`: no watermark. Needs the token of a Premium account.',
    ],
  },
  options: {
    title: 'How it looks and plays',
    text: 'All of these are optional, and go with the calls above.',
    example: 'A clip that plays as a boomerang at 1.5 times the speed, in a file of at most 2 MB:',
    autoLoop:
      'With `auto_loop`, the status says which part was used: `"loop": {"start": 2.4, "end": 4.1}` in the `result`.',
  },
  layers: {
    title: 'Captions, pictures and blurred regions',
    text: '`layers` is a JSON array of what is drawn over the GIF, the first at the bottom. Positions and lengths are shares of the GIF (`"x": 0.5` is the middle); `start` and `end` are seconds of the video. Whatever you leave out has a default.',
    kinds: (fonts: readonly string[], limits: LayerLimits) => [
      `\`{"type": "text", "text": …}\`: up to ${limits.maxTextLength} characters, wrapped at \`width\`. Also \`font\` (${fonts.join(', ')}), \`size\`, \`color\`, \`outline\`, \`box\`, \`align\`, \`anchor\`, \`rotation\`.`,
      `\`{"type": "picture", "picture": 0}\`: the first picture that you send as \`stickers[]\` (PNG, WebP or GIF, up to ${limits.maxStickers}). Also \`opacity\` and \`rotation\`.`,
      '`{"type": "blur"}`: hides a region. `style` is `pixelate` or `blur`, `strength` from 0 to 1.',
      `At most ${limits.maxLayers} layers. The OpenAPI document has all keys and their ranges.`,
    ],
    fonts: 'Texts in scripts that a font lacks are set in others. The fonts are open:',
    licenses: 'their licenses',
  },
  status: {
    title: 'Follow the progress',
    text: 'Replace `TASK` with the `id` you got. The status is `waiting` with your `position`, `processing` with `progress` from 0 to 1 and the `step`, then `done` or `error`. Asking once a second is enough.',
    events:
      'Or receive the same answers as server-sent events, one for each change, until the task has ended. In a browser that is `new EventSource(…)`.',
    page: (link: string) => `The page of the GIF is \`${link}\` followed by its code.`,
  },
  javascript: {
    title: 'In JavaScript',
    text: 'From a video file to the link of its GIF, in a browser or in Node:',
    example: 'In JavaScript',
  },
  webhooks: {
    text: 'A webhook posts JSON to your server when something happens to your tasks and GIFs, so that you need not ask again and again.',
    add: 'Add a webhook',
    delivery: (attempts: number) =>
      `Answer with 2xx within 10 seconds. Anything else is tried again up to ${attempts} times within two days, also a redirect; \`410\` ends the webhook. An event may come twice: remember its \`id\` (also in \`webhook-id\`). Events come one at a time and in order, except for those that are tried again.`,
    signature:
      'Messages are signed by the Standard Webhooks scheme: check `webhook-signature` as here or with one of its libraries, and refuse timestamps older than 5 minutes.',
    example: 'A receiver in Node',
  },
  tokens: {
    title: 'Tokens',
    text: 'An API token identifies you. Send it as the header `Authorization: Bearer gw_…`.',
    needed: 'On this instance every call that makes a GIF needs one.',
    optional:
      'Making a GIF works without; with a token the GIF is yours, can be private, and can be changed later.',
    invalid: 'Every call with a wrong or revoked token is answered 401, so send none rather than an old one.',
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
    text: 'An error has an HTTP status of 400 or more and says why: a `code` and a finer `detail` for your program, a `message` for people, and often the `field` at fault. A failed task has the same `error`, with status 200. After 429 and 503, wait for as many seconds as `Retry-After` says.',
    example: 'An error',
    code: 'Code',
    status: 'HTTP',
    meaning: 'What it means',
  },
  limits: { title: 'Limits of this instance' },
  collections: {
    title: 'Favorites and collections',
    text: 'With a token. `PUT` and `DELETE /api/gif/{code}/favourite` keep and drop a favorite; `/api/mine/favourites` lists them.',
    collections:
      'A collection has an order, and is `private`, `unlisted` or `public`. Others see the public GIFs of it. `place` puts a GIF at a place or moves it there.',
    read: 'Everyone who has its code reads it, and shows it as a grid on another page:',
    frame: 'A grid',
  },
  embed: {
    title: 'Embed a GIF',
    text: 'A link to the page of a GIF plays in chats and documents by itself. For your own page, use a frame with just the GIF:',
    frame: 'A frame',
    oembed:
      'Programs that know oEmbed ask for a link’s size and file, as JSON or, with `format=xml`, as XML:',
  },
  picker: {
    title: 'GIF picker',
    text: 'A GIF button for any page, also on other sites: 8 KB, no dependencies, and no request to anyone but this site. Choose a GIF to see what your page gets.',
    needsScript: 'The picker needs JavaScript.',
    picked: 'What your page gets',
    element: 'As an element',
    event:
      'The event `gif` bubbles. Its `detail` has `code`, `title`, `page`, `gif`, `mp4`, `webp`, `tinygif`, `width`, `height`, `alt` and `flashing`. On Escape in the empty search field, the event `close` is fired. A chosen GIF counts as shared.',
    size: 'Give it a size, a border or a `border-radius` with your own CSS. The custom properties `--gifwright-background`, `--gifwright-surface`, `--gifwright-text`, `--gifwright-soft`, `--gifwright-line`, `--gifwright-edge` and `--gifwright-accent` change its colors. The writing direction is that of your page.',
    attributes: 'Attributes',
    attributeList: [
      { name: 'rating', meaning: 'The highest rating that is shown: `g`, `pg`, `pg-13` (default) or `r`.' },
      { name: 'theme', meaning: '`light`, `dark`, or `auto` (default): as the person’s system.' },
      { name: 'columns', meaning: '1 to 12. Default: as many as fit.' },
      { name: 'limit', meaning: 'GIFs that are loaded at a time, up to 100. Default: 24.' },
      { name: 'locale', meaning: 'The language of the texts, such as `de`. Numbers follow it.' },
      {
        name: 'texts',
        meaning:
          'Your own texts as JSON, such as `{"search": "GIFs suchen"}`; also a property. Those left out are English; in a frame, they are in the language of the browser.',
      },
      {
        name: 'key',
        meaning:
          'The key of your app, if the operator gave you one: its use is counted, and it has its own rate. Works without.',
      },
      {
        name: 'host',
        meaning: 'The address of the instance. Only needed where you bundle the script with your own.',
      },
    ],
    policy: (origin: string) =>
      `With a content security policy, allow \`${origin}\` (and the host of its files, if that is another) in \`script-src\`, \`connect-src\` and \`img-src\`. No inline styles and no \`eval\` are used.`,
    frame: 'As a frame',
    frameText:
      'Where no script of another site may run. `origin` is the origin of your page: the frame posts there, and nowhere else.',
    framePoints: [
      'Messages are `{ type: "gifwright:ready" }`, `{ type: "gifwright:gif", gif }` with the same fields as the event, and `{ type: "gifwright:close" }`.',
      'All attributes but `host` work as parameters, and so does `dir` (`rtl`).',
      '`origin=*` posts to whichever page shows the frame: for apps whose pages have no origin of http or https.',
      'The frame takes no messages, and knows nothing of who is signed in here.',
    ],
  },
  reference: {
    title: 'API reference',
    description: (siteName: string) => `Every call of the API of ${siteName}, with its values and answers.`,
    intro: (version: string) =>
      `Gifwright ${version}. POST calls accept JSON, urlencoded and multipart bodies, with the same result. Numbers may be sent as text, booleans as 0 and 1. Every answer has a \`status\`;`,
    errorsLink: (link: string): HtmlValue => html`the <a href="${link}">guide</a> lists the errors.`,
    guide: 'Guide with examples',
    token: 'API token',
    tokenHint: 'Optional. Sent with the calls you try here, and not stored.',
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
