import { html } from '../../../lib/html.ts'
import type { accountMessages as english } from '../en/account.ts'
import { formatCount } from './format.ts'

const gifs = (count: number) => formatCount(count, { one: 'GIF', other: 'GIFs' })

export const accountMessages: typeof english = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: {
    title: 'Anmelden',
    heading: (siteName) => `Bei ${siteName} anmelden`,
    submit: 'Anmelden',
    newHere: 'Neu hier?',
    createAccount: 'Konto erstellen',
    signUpClosed: 'Konten legt der Betreiber dieser Seite an.',
    forgotPassword: 'Passwort vergessen? Der Betreiber dieser Seite kann ein neues setzen.',
  },
  signUp: {
    title: 'Konto erstellen',
    description: (siteName) => `Ein Konto bei ${siteName} für private GIFs und API-Tokens.`,
    heading: (siteName) => `Konto bei ${siteName} erstellen`,
    hint: 'Private GIFs, alle deine GIFs an einem Ort und API-Tokens. Wir verschicken keine E-Mails.',
    submit: 'Konto erstellen',
    closed: 'Die Registrierung ist geschlossen',
    closedHint: (siteName) => `Konten legt der Betreiber von ${siteName} an. Bitte dort um eines.`,
    haveAccount: 'Schon ein Konto?',
    signIn: 'Anmelden',
  },
  signOn: {
    signIn: (provider) => `Mit ${provider} anmelden`,
    or: 'oder',
    title: (provider) => `Mit ${provider} anmelden`,
    linkHint: (provider) => `Verknüpfe dein Konto, um dich auch mit ${provider} anzumelden.`,
    linkedHint: (provider) => `Du kannst dich mit ${provider} anmelden.`,
    linkedSince: (host, day) => html`bei ${host} · verknüpft am ${day}`,
    link: (provider) => `Mit ${provider} verknüpfen`,
    unlink: 'Verknüpfung lösen',
    toProvider: (provider) => ({
      title: `Weiter zu ${provider}`,
      text: `Melde dich dort an, um dein Konto zu verknüpfen.`,
      go: 'Weiter',
    }),
    signedOut: (provider) => ({
      title: 'Du bist hier abgemeldet',
      text: `Du wirst jetzt auch bei ${provider} abgemeldet.`,
      go: `Bei ${provider} abmelden`,
    }),
  },
  browser: { unknown: 'Ein Browser', onSystem: (browser, system) => `${browser} unter ${system}` },
  settings: {
    title: 'Einstellungen',
    done: {
      password:
        'Passwort geändert. Alle anderen Browser sind abgemeldet, alle API-Tokens widerrufen und alle Webhooks gelöscht.',
      'password-only':
        'Passwort geändert. Alle anderen Browser sind abgemeldet. Deine API-Tokens und Webhooks gelten weiter.',
      revoked: 'Token widerrufen. Es gilt nicht mehr.',
      linked: 'Dein Konto ist verknüpft.',
      'linked-by-email':
        'Dieses Konto gab es hier schon mit deiner E-Mail-Adresse; jetzt ist es verknüpft. Falls es ein Passwort hatte, gelten dieses, seine API-Tokens und seine Webhooks nicht mehr.',
      unlinked:
        'Verknüpfung gelöst. Melde dich ab jetzt mit deinem Passwort an. Alle anderen Browser sind abgemeldet.',
      session: 'Dieser Browser ist abgemeldet.',
      sessions: 'Alle anderen Browser sind abgemeldet.',
    },
    account: 'Konto',
    memberSince: 'Mitglied seit',
    premium: 'Premium',
    yes: 'Ja',
    no: 'Nein',
    hasPremium: 'Du kannst GIFs ohne Wasserzeichen erstellen.',
    noPremium: (siteName) =>
      `Premium-Konten können das Wasserzeichen entfernen. Premium vergibt der Betreiber von ${siteName}.`,
    passwordTitle: 'Passwort',
    passwordHint: 'Eine Änderung meldet alle anderen Browser ab.',
    noPassword: (howToSet) => html`Dieses Konto hat noch kein Passwort. ${howToSet}`,
    askOperator: 'Bitte den Betreiber dieser Seite, eines zu setzen.',
    setOnServer: (command) => html`Setze eines auf dem Server: ${command}`,
    currentPassword: 'Aktuelles Passwort',
    newPassword: 'Neues Passwort',
    revokeTokens: 'Auch Apps abmelden',
    revokeTokensHint:
      'Widerruft alle API-Tokens und löscht alle Webhooks. Programme, die sie verwenden, brauchen neue.',
    changePassword: 'Passwort ändern',
    sessions: 'Angemeldete Browser',
    thisBrowser: 'Dieser',
    sessionTimes: (lastUsed, signedIn) => html`zuletzt verwendet ${lastUsed} · angemeldet ${signedIn}`,
    signOut: 'Abmelden',
    signOutOthers: 'Alle anderen abmelden',
    data: 'Deine Daten',
    dataHint:
      'Alles, was wir über dein Konto speichern, und deine GIFs als GIF- und MP4-Dateien, in einer ZIP-Datei.',
    export: 'Meine Daten exportieren',
    deleteAccount: 'Mein Konto löschen …',
  },
  endedAccess: {
    title: 'Beendete Zugänge',
    by: {
      owner: (time) => `Du hast am ${time} dein Passwort geändert.`,
      operator: (time) => `Der Betreiber dieser Website hat am ${time} Zugänge zu deinem Konto beendet.`,
      'sign-on': (time) => `Dieses Konto wurde am ${time} mit deiner Anmeldung verknüpft.`,
    },
    password: 'Das frühere Passwort gilt nicht mehr.',
    kinds: {
      sessions: 'Abgemeldete Browser',
      tokens: 'Widerrufene API-Tokens',
      webhooks: 'Gelöschte Webhooks',
      identities: 'Entfernte Anmeldungen',
    },
    hint: 'Programme, die diese Tokens und Webhooks verwendet haben, brauchen neue.',
    dismiss: 'Ausblenden',
  },
  tokens: {
    title: 'API-Tokens',
    hint: 'Mit einem Token kann ein Programm in deinem Namen GIFs erstellen, ändern und löschen.',
    howItWorks: 'So funktioniert die API',
    times: (hint, created, lastUsed) =>
      html`${hint} · erstellt ${created} ·
      ${lastUsed === null ? 'nie verwendet' : html`zuletzt verwendet ${lastUsed}`}`,
    revoke: 'Widerrufen …',
    revokeAbout: (name) => html`das Token <bdi>${name}</bdi>`,
    name: 'Name eines neuen Tokens',
    namePlaceholder: 'Wo du es verwenden willst',
    create: 'Token erstellen',
    created: 'Dein neues Token',
    copyNow:
      'Kopiere es jetzt; es wird nicht noch einmal angezeigt. Wer es hat, kann in deinem Namen GIFs erstellen, ändern und löschen.',
    token: 'Token',
    tryIt: 'Ausprobieren',
    tryItHint: 'Das erstellt ein privates GIF aus den ersten drei Sekunden eines Videos.',
    exampleName: 'Ein GIF erstellen',
    uploaders: 'Aus anderen Programmen hochladen',
    uploadersHint:
      'Diese Dateien enthalten das Token. ShareX öffnet die erste per Doppelklick; andere Screenshot-Programme importieren sie als eigenen Uploader. Das Skript lädt die Dateien hoch, die man ihm gibt, und gibt ihre Adressen aus; es braucht curl.',
    uploaderFormats: { sharex: 'Eigener Uploader (.sxcu)', script: 'Upload-Skript (.sh)' },
    copied: 'Ich habe es kopiert',
    revokeTitle: 'Dieses Token widerrufen?',
    revokeHeading: (name) => html`Das Token „<bdi>${name}</bdi>“ widerrufen?`,
    revokeExplanation: (hint) =>
      html`Es beginnt mit <code>${hint}</code>. Programme, die es verwenden, funktionieren sofort nicht mehr.
        Das lässt sich nicht rückgängig machen.`,
    revokeConfirm: 'Token widerrufen',
    revokeCancel: 'Token behalten',
  },
  mine: {
    title: 'Meine GIFs',
    done: {
      private: (count) => `${gifs(count)} auf privat gestellt.`,
      public: (count) => `${gifs(count)} auf öffentlich gestellt.`,
      change: (count) => `${gifs(count)} geändert.`,
      delete: (count) => `${gifs(count)} gelöscht.`,
    },
    makeVisible: (visibility, make) => html`${make('Sichtbarkeit: ')}${visibility}`,
    private: 'privat',
    public: 'öffentlich',
    delete: 'Löschen …',
    privateMark: 'Privat',
    hiddenMark: 'Vom Betreiber ausgeblendet',
    edit: 'Bearbeiten',
    empty:
      'Hier ist noch nichts. GIFs, die du angemeldet erstellst, erscheinen hier; du kannst sie bearbeiten, ausblenden oder löschen.',
    makeFirst: 'Erstelle dein erstes GIF',
    deleteTitle: (count) => `${gifs(count)} löschen?`,
    deleteHeading: (count) => `${gifs(count)} endgültig löschen?`,
    deleteExplanation: 'Sie werden sofort gelöscht. Links und Einbettungen funktionieren nicht mehr.',
    deleteConfirm: (count) => `${gifs(count)} löschen`,
    deleteCancel: 'Behalten',
  },
  remove: {
    title: 'Konto löschen',
    heading: 'Dein Konto endgültig löschen?',
    noPassword:
      'Dazu brauchst du dein Passwort, und dein Konto hat noch keines. Der Betreiber dieser Seite kann eines setzen oder das Konto für dich löschen.',
    exportFirst: 'Erst meine Daten exportieren',
    explanation: (count) =>
      `Deine Tokens, deine privaten GIFs und deine E-Mail-Adresse werden sofort gelöscht, und alle Browser werden abgemeldet. ${
        count === 0 ? 'Du hast keine GIFs erstellt.' : `Du hast ${gifs(count)} erstellt.`
      }`,
    publicGifs: 'Deine öffentlichen GIFs',
    keepGifs: 'Behalten, ohne meinen Namen',
    deleteGifs: 'Ebenfalls löschen, mit ihren Dateien',
    password: 'Dein Passwort',
    confirm: 'Mein Konto löschen',
    cancel: 'Mein Konto behalten',
    goodbyeTitle: 'Auf Wiedersehen',
    goodbye: 'Auf Wiedersehen, und danke',
    deleted: 'Dein Konto und deine privaten Daten sind gelöscht.',
  },
}
