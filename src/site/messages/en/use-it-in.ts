/** The addresses of the instance for other apps, without a trailing slash. */
type CompatAddresses = { tenor: string; giphy: string; origin: string }

type AppEntry = {
  name: string
  /** Instructions. Backticks mark code. */
  text: string
  code?: string
  /** `tested`: one of our tests runs it, as a package in `devDependencies`. `read`: its source was read. */
  proof: 'tested' | 'read'
  package?: string
}

/** The texts of the page about using the instance in other apps. */
export const useItInMessages = {
  title: 'Use it in your app',
  description: (siteName: string) => `How to use GIFs of ${siteName} in apps and libraries.`,
  intro: (siteName: string) =>
    `${siteName} answers like a Tenor v2 and a GIPHY v1 server. If you can change the server address of an app, it shows these GIFs and contacts nobody else.`,
  guide: 'API of this site',
  proofs: { tested: 'Tested', read: 'Read from source' },
  proofHint:
    '“Tested”: our tests run the published package, with only its address changed. “Read from source”: we found the address in its source on 22 November 2026, but have not run it.',
  addresses: {
    title: 'Addresses',
    text: 'Use the one that your app supports. If your app appends a path without a slash, end the address with a slash.',
    tenor: 'Tenor-v2-compatible',
    giphy: 'GIPHY-v1-compatible',
    prefixed: (tenor: string, giphy: string) =>
      `For hosts that serve several interfaces, the same responses are at \`${tenor}\` and \`${giphy}\`.`,
  },
  keys: {
    title: 'Keys, ratings and more',
    points: [
      'You can use any key or none, unless the operator restricts them (`COMPAT_API_KEYS`). A wrong key gets an error that the app understands.',
      'The operator can give your app its own key (`gifwright app add`, or in Admin). It has its own rate, and its searches and shares are counted.',
      'Many apps request the strictest rating: `contentfilter=high` and `rating=g` show only GIFs rated `g`. The operator sets the rating of unrated GIFs (`DEFAULT_RATING`, by default `g`). If your app shows nothing, check this first.',
      'An empty `searchfilter` finds all GIFs; `sticker`, and the sticker calls, find those with transparent pixels.',
      'Shares and pingbacks move a GIF up in trending, once per person and day. Send them here, too; otherwise the app reports searches to someone else.',
      'Uploading through the GIPHY interface needs a key that may upload (`gifwright app add --upload`).',
      'If this library has too few results, the operator can add those of another server that permits it (`UPSTREAM_URL`). Its files come through this site, so that server does not learn who views them.',
      'Pages with a content security policy must allow this site, and the host of its files, in `connect-src` and `img-src`.',
    ],
  },
  libraries: { title: 'Libraries' },
  apps: {
    title: 'Apps',
    text: 'None of these has a setting for the address yet. It is one line in their source, which you can change if you build or extend the app yourself. If they require a key, any text works.',
  },
  closed: {
    title: 'Apps that cannot be changed',
    text: 'WhatsApp, Discord, Slack, Teams, X and phone keyboards have the address of their GIF service built in, and only their makers can change it. There, send a link to a GIF’s page: most of them play it, or at least show a still.',
    picker: 'Your own app, or one with a plug-in system, can show our picker instead:',
    pickerLink: 'GIF picker',
  },
  libraryList: ({ tenor, giphy, origin }: CompatAddresses): AppEntry[] => [
    {
      name: 'gif-picker-react 2, with Tenor',
      text: 'The trailing slash is required. Versions up to 1.5 lack this option.',
      code: [
        `import { GifPicker } from 'gif-picker-react'`,
        `import { Tenor } from 'gif-picker-react/providers/tenor'`,
        ``,
        `<GifPicker provider={Tenor('any-key', { baseUrl: '${tenor}/' })} />`,
      ].join('\n'),
      proof: 'tested',
      package: 'gif-picker-react',
    },
    {
      name: 'gif-picker-react 2, with Giphy',
      text: 'The trailing slash is optional.',
      code: [
        `import { Giphy } from 'gif-picker-react/providers/giphy'`,
        ``,
        `<GifPicker provider={Giphy('any-key', { baseUrl: '${giphy}/' })} />`,
      ].join('\n'),
      proof: 'tested',
      package: 'gif-picker-react',
    },
    {
      name: '@giphy/js-fetch-api',
      text: 'In Node and in browsers.',
      code: [
        `import { GiphyFetch, setServerUrl } from '@giphy/js-fetch-api'`,
        ``,
        `setServerUrl('${giphy}/')`,
        `const giphy = new GiphyFetch('any-key')`,
      ].join('\n'),
      proof: 'tested',
      package: '@giphy/js-fetch-api',
    },
    {
      name: '@giphy/react-components and other packages of the GIPHY SDK for the web',
      text: 'Use a script that runs before the packages load. Without the second line, they report uses to GIPHY.',
      code: [`window.GIPHY_API_URL = '${giphy}/'`, `window.GIPHY_PINGBACK_URL = '${origin}'`].join('\n'),
      proof: 'tested',
      package: '@giphy/react-components',
    },
    {
      name: 'Any other client of Tenor v2',
      text: `Replace \`https://tenor.googleapis.com/v2\`, \`https://api.klipy.com/v2\` or \`https://api.giphy.com/v2\` with \`${tenor}\`.`,
      proof: 'read',
    },
  ],
  appList: ({ tenor, giphy }: CompatAddresses): AppEntry[] => [
    {
      name: 'Odoo Discuss',
      text: `\`_request_gifs\` in \`addons/mail/controllers/discuss/gif.py\` has the address; a small module that overrides this method with \`${tenor}/{endpoint}\` is enough. Set the system parameter \`discuss.tenor_api_key\` to enable the button.`,
      proof: 'read',
    },
    {
      name: 'Zulip',
      text: `\`BASE_URL\` in \`web/src/klipy_network.ts\` becomes \`${tenor}\`; set \`KLIPY_API_KEY\`. Zulip’s rating setting is sent along.`,
      proof: 'read',
    },
    {
      name: 'Mattermost, GIF plug-in (moussetc)',
      text: `Choose KLIPY as the provider and build the plug-in with \`baseURLKlipy\` in \`server/internal/provider/klipy.go\` as \`${tenor}\`.`,
      proof: 'read',
    },
    {
      name: 'Mattermost, built-in picker',
      text: `It uses the GIPHY SDK and \`GiphySdkKey\`: build the web app with \`setServerUrl('${giphy}/')\` where \`GiphyFetch\` is made.`,
      proof: 'read',
    },
    {
      name: 'Stoat (Revolt)',
      text: `\`TENOR_API_BASE_URL\` in \`crates/services/gifbox/src/tenor/mod.rs\` becomes \`${tenor}\`. It always requests \`contentfilter=high\`.`,
      proof: 'read',
    },
    {
      name: 'Bluesky, your own build of social-app',
      text: `\`GIF_SEARCH\` and \`GIF_FEATURED\` in \`src/lib/constants.ts\` become \`${tenor}/search\` and \`${tenor}/featured\`; \`src/state/queries/tenor.ts\` rewrites the host of files and must keep them. It always requests \`contentfilter=high\`.`,
      proof: 'read',
    },
    {
      name: 'Discourse, theme component discourse-gifs',
      text: `Fork the component: \`getEndpoint\` in \`components/modal/gif.gjs\` has both addresses, \`${tenor}/search\` and \`${giphy}/gifs/search\` here.`,
      proof: 'read',
    },
    {
      name: 'Rocket.Chat, Giphy app',
      text: `\`url\` in \`helpers/GifGetter.ts\` becomes \`${giphy}/gifs/\`; build it with the Apps-Engine and upload it as a private app.`,
      proof: 'read',
    },
    {
      name: 'Jitsi Meet',
      text: `\`giphy: { enabled: true, sdkKey: 'any', proxyUrl: '${giphy}/' }\` in \`config.js\`: both search results and sent GIFs come from here. Versions without \`proxyUrl\` send GIPHY addresses. This does not work with \`COMPAT_API_KEYS\`, since images are requested without a key.`,
      proof: 'read',
    },
    {
      name: 'Ghost',
      text: 'Its configuration has a key and a content filter (`tenor` or `klipy`), but no address: that is in the source of its editor.',
      proof: 'read',
    },
  ],
}
