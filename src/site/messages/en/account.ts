import { type HtmlValue, html } from '../../../lib/html.ts'
import { formatCount } from './format.ts'

const gifs = (count: number) => formatCount(count, { one: 'GIF', other: 'GIFs' })

/** The texts of signing in and up, the settings and "My GIFs". */
export const accountMessages = {
  email: 'Email address',
  password: 'Password',
  signIn: {
    title: 'Sign in',
    heading: (siteName: string) => `Sign in to ${siteName}`,
    submit: 'Sign in',
    newHere: 'New here?',
    createAccount: 'Create an account',
    signUpClosed: 'The operator of this site creates the accounts.',
    forgotPassword: 'Forgot your password? The operator of this site can set a new one.',
  },
  signUp: {
    title: 'Create an account',
    description: (siteName: string) => `An account on ${siteName} for private GIFs and API tokens.`,
    heading: (siteName: string) => `Create an account on ${siteName}`,
    hint: 'Private GIFs, all your GIFs in one place, and API tokens. We send no email.',
    submit: 'Create account',
    closed: 'Sign-up is closed',
    closedHint: (siteName: string) => `The operator of ${siteName} creates the accounts. Ask them for one.`,
    haveAccount: 'Have an account?',
    signIn: 'Sign in',
  },
  signOn: {
    signIn: (provider: string) => `Sign in with ${provider}`,
    or: 'or',
    noPasswords: 'Signing in with a password is turned off here.',
    title: (provider: string) => `Sign in with ${provider}`,
    linkHint: (provider: string) => `Link your account to sign in with ${provider} too.`,
    linkedHint: (provider: string) => `You can sign in with ${provider}.`,
    linkedSince: (host: string, day: HtmlValue): HtmlValue => html`at ${host} · linked on ${day}`,
    link: (provider: string) => `Link ${provider}`,
    unlink: 'Unlink',
    onlyWay: 'This sign-on is the only way to sign in here.',
    toProvider: (provider: string) => ({
      title: `Continue to ${provider}`,
      text: `Sign in there to link your account.`,
      go: 'Continue',
    }),
    signedOut: (provider: string) => ({
      title: 'You are signed out here',
      text: `Now signing you out of ${provider}.`,
      go: `Sign out of ${provider}`,
    }),
    somebodyElse: (provider: string) => `You signed in with ${provider} as someone else.`,
    notConfirmed: (provider: string) =>
      `${provider} didn’t confirm that you have just signed in there. Sign out and in again.`,
  },
  browser: { unknown: 'A browser', onSystem: (browser: string, system: string) => `${browser} on ${system}` },
  settings: {
    title: 'Settings',
    done: {
      password:
        'Password changed. All other browsers are signed out, all API tokens are revoked, and all webhooks are deleted.',
      'password-only':
        'Password changed. All other browsers are signed out. Your API tokens and webhooks still work.',
      revoked: 'Token revoked. It no longer works.',
      linked: 'Your account is linked.',
      'linked-by-email':
        'An existing account with your email address is now linked. If it had a password, that password, its API tokens and its webhooks no longer work.',
      unlinked: 'Unlinked. Sign in with your password from now on. All other browsers are signed out.',
      session: 'That browser is signed out.',
      sessions: 'All other browsers are signed out.',
    },
    account: 'Account',
    memberSince: 'Member since',
    premium: 'Premium',
    yes: 'Yes',
    no: 'No',
    hasPremium: 'You can make GIFs without the watermark.',
    noPremium: (siteName: string) =>
      `Premium accounts can remove the watermark. The operator of ${siteName} grants Premium.`,
    passwordTitle: 'Password',
    passwordHint: 'Changing it signs out all other browsers.',
    noPassword: (howToSet: HtmlValue): HtmlValue => html`This account has no password yet. ${howToSet}`,
    askOperator: 'Ask the operator of this site to set one.',
    setOnServer: (command: HtmlValue): HtmlValue => html`Set one on the server: ${command}`,
    currentPassword: 'Current password',
    newPassword: 'New password',
    revokeTokens: 'Sign out apps too',
    revokeTokensHint:
      'Revokes all API tokens and deletes all webhooks. Programs that use them need new ones.',
    changePassword: 'Change password',
    sessions: 'Signed-in browsers',
    thisBrowser: 'This one',
    sessionTimes: (lastUsed: HtmlValue, signedIn: HtmlValue): HtmlValue =>
      html`last used ${lastUsed} · signed in ${signedIn}`,
    signOut: 'Sign out',
    signOutOthers: 'Sign out all others',
    data: 'Your data',
    dataHint: 'Everything we store about your account, plus your GIFs as GIF and MP4 files, in one ZIP file.',
    export: 'Export my data',
    deleteAccount: 'Delete my account…',
    exportRunning: 'Your archive is already downloading. Wait for it to finish.',
    exportLimit: 'You have downloaded your data several times in the last hour. Try again later.',
  },
  endedAccess: {
    title: 'Access that ended',
    by: {
      owner: (time: string) => `You changed your password on ${time}.`,
      operator: (time: string) => `The operator of this site ended access to your account on ${time}.`,
      'sign-on': (time: string) => `This account was linked to your sign-on on ${time}.`,
    },
    password: 'Your old password no longer works.',
    kinds: {
      sessions: 'Browsers signed out',
      tokens: 'API tokens revoked',
      webhooks: 'Webhooks deleted',
      identities: 'Linked sign-ons removed',
    },
    hint: 'Programs that used these tokens and webhooks need new ones.',
    dismiss: 'Dismiss',
  },
  tokens: {
    title: 'API tokens',
    hint: 'A token lets a program make, change and delete GIFs in your name.',
    howItWorks: 'How the API works',
    times: (hint: HtmlValue, created: HtmlValue, lastUsed: HtmlValue | null): HtmlValue =>
      html`${hint} · created ${created} · ${lastUsed === null ? 'never used' : html`last used ${lastUsed}`}`,
    revoke: 'Revoke…',
    revokeAbout: (name: string): HtmlValue => html`the token <bdi>${name}</bdi>`,
    name: 'Name of a new token',
    namePlaceholder: 'Where you will use it',
    nameRule: (maxLength: number) => `Give the token a name of 1 to ${maxLength} characters.`,
    create: 'Create token',
    created: 'Your new token',
    copyNow:
      'Copy it now; it is not shown again. Anyone who has it can make, change and delete GIFs in your name.',
    token: 'Token',
    tryIt: 'Try it',
    tryItHint: 'This makes a private GIF of the first three seconds of a video.',
    exampleName: 'Make a GIF',
    uploaders: 'Upload from other programs',
    uploadersHint:
      'These files contain the token. Double-click the first to add it to ShareX, or import it into another screenshot program as a custom uploader. The script uploads files and prints their links; it needs curl.',
    uploaderFormats: { sharex: 'Custom uploader (.sxcu)', script: 'Upload script (.sh)' },
    wrongToken: 'This token no longer belongs to your account. Create a new one.',
    copied: 'I have copied it',
    revokeTitle: 'Revoke this token?',
    revokeHeading: (name: string): HtmlValue => html`Revoke the token “<bdi>${name}</bdi>”?`,
    revokeExplanation: (hint: string): HtmlValue =>
      html`It begins with <code>${hint}</code>. Programs that use it stop working immediately. This can’t be
        undone.`,
    revokeConfirm: 'Revoke token',
    revokeCancel: 'Keep token',
  },
  mine: {
    title: 'My GIFs',
    done: {
      private: (count: number) => `${gifs(count)} made private.`,
      public: (count: number) => `${gifs(count)} made public.`,
      change: (count: number) => `${gifs(count)} changed.`,
      delete: (count: number) => `${gifs(count)} deleted.`,
    },
    selectionRule: (maxCount: number) => `at most ${maxCount} of your GIFs`,
    makeVisible: (visibility: HtmlValue, make: (text: string) => HtmlValue): HtmlValue =>
      html`${make('Make ')}${visibility}`,
    private: 'private',
    public: 'public',
    delete: 'Delete…',
    privateMark: 'Private',
    hiddenMark: 'Hidden by the operator',
    edit: 'Edit',
    empty: 'Nothing here yet. GIFs you make while signed in appear here, to edit, hide or delete.',
    makeFirst: 'Make your first GIF',
    deleteTitle: (count: number) => `Delete ${gifs(count)}?`,
    deleteHeading: (count: number) => `Delete ${gifs(count)} permanently?`,
    deleteExplanation: 'They are deleted immediately. Links and embeds stop working.',
    deleteConfirm: (count: number) => `Delete ${gifs(count)}`,
    deleteCancel: 'Keep them',
  },
  remove: {
    title: 'Delete your account',
    heading: 'Delete your account permanently?',
    noPassword:
      'You need a password for this, and your account has none yet. The operator of this site can set one, or delete the account for you.',
    exportFirst: 'Export my data first',
    explanation: (count: number) =>
      `Your tokens, your private GIFs and your email address are deleted immediately, and all browsers are signed out. ${
        count === 0 ? 'You have made no GIFs.' : `You have made ${gifs(count)}.`
      }`,
    publicGifs: 'Your public GIFs',
    keepGifs: 'Keep them, without my name',
    deleteGifs: 'Delete them too, with their files',
    password: 'Your password',
    confirm: 'Delete my account',
    cancel: 'Keep my account',
    goodbyeTitle: 'Goodbye',
    goodbye: 'Goodbye, and thank you',
    deleted: 'Your account and your private data are deleted.',
  },
}
