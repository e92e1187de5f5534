import type { sourceErrors as english } from '../../../lib/errors/source-errors.ts'

/** The sentences of errors about links and the sites that they lead to, in German. */
export const sourceErrors: typeof english = {
  addressControlCharacters: 'Die Adresse enthält Steuerzeichen.',
  addressHost: 'Die Adresse nennt einen Host, den es nicht geben kann.',
  addressNotWhole: 'Die Adresse muss vollständig sein, zum Beispiel https://example.com/clip.mp4.',
  addressTooLong: ({ max }) => `Die Adresse ist länger als ${max} Zeichen.`,
  addressWithPassword: 'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
  certificateNotValid: ({ host }) =>
    `Die sichere Verbindung zu ${host} kam nicht zustande, weil das Zertifikat ungültig ist.`,
  connectionBroke: ({ host }) => `Die Verbindung zu ${host} ist abgebrochen.`,
  fileNotFetched: 'Die Datei konnte nicht geholt werden; versuch es noch einmal.',
  fileNotFetchedNow: 'Die Datei konnte nicht geholt werden; versuch es später noch einmal.',
  hostError: ({ host, status }) => `${host} hat mit einem Fehler geantwortet (HTTP ${status}).`,
  hostNotHttp: ({ host }) => `${host} antwortet nicht in gültigem HTTP.`,
  hostNothingThere: ({ host }) => `${host} hat unter dieser Adresse nichts.`,
  hostRefuses: ({ host }) => `${host} lässt diesen Dienst die Adresse nicht holen.`,
  hostSilent: ({ host }) => `${host} hat nicht rechtzeitig geantwortet.`,
  hostSlow: ({ host }) => `${host} sendet zu langsam.`,
  hostUnreachable: ({ host }) => `${host} war nicht erreichbar.`,
  liveStream: 'Die Adresse ist eine Live-Übertragung, die kein Ende hat.',
  makingTooSlow: ({ seconds }) =>
    `Das GIF brauchte länger als ${seconds} Sekunden; versuch es mit einem kürzeren oder kleineren Ausschnitt.`,
  noHost: ({ host }) => `Es gibt keinen Host namens ${host}.`,
  noVideoAtAddress: 'Unter der Adresse gibt es kein Video.',
  noVideoOnPage: 'Auf dieser Seite wurde kein Video gefunden.',
  notThroughProxy: 'Das Video kam nicht über den Proxy.',
  onlyHttp: 'Nur http- und https-Adressen können geholt werden.',
  ownAddress:
    'Die Adresse führt zu diesem Dienst selbst; von dort wird nichts geholt. Lade die Datei herunter und dann hier hoch.',
  pageNotReadable: 'Diese Seite kann dieser Dienst nicht lesen.',
  portRefused: ({ port }) => `Port ${port} darf in einer Adresse nicht verwendet werden.`,
  privateNetwork:
    'Die Adresse führt in ein privates Netz oder zu diesem Dienst selbst; von dort wird nichts geholt.',
  redirectsNowhere: 'Die Adresse leitet zu etwas weiter, das keine Adresse ist.',
  secureConnectionFailed: ({ host }) => `Die sichere Verbindung zu ${host} kam nicht zustande.`,
  siteAnswer: 'Die Seite hat nicht richtig geantwortet; versuch es später noch einmal.',
  siteAnswerTooLarge: 'Was die Seite sendet, ist zu groß zum Lesen.',
  siteCompressed: 'Die Seite sendet ihre Antwort komprimiert, obwohl das nicht verlangt wurde.',
  siteConnections: ({ max }) => `Die Seite braucht für ihr Video mehr als ${max} Verbindungen.`,
  siteNoVideo: 'Die Seite zeigt unter dieser Adresse kein Video.',
  siteNotReadByYtDlp: 'Diese Seite kann die hier installierte Version von yt-dlp nicht lesen.',
  siteNothingThere: 'Die Seite hat unter dieser Adresse nichts.',
  siteTooSlow: 'Die Seite zu lesen braucht mehr Rechenzeit, als dieser Dienst dafür hat.',
  streamingPlaylist: 'Die Adresse ist eine Streaming-Liste, keine Videodatei.',
  tooManyRedirects: 'Die Adresse leitet zu oft weiter.',
  upstreamBusy: 'Der andere Server wurde zu oft gefragt; versuch es später noch einmal.',
  upstreamNoResults: 'Der andere Server lieferte keine Ergebnisse.',
  videoEncryptedStream:
    'Das Video ist verschlüsselt oder wird auf eine Weise gestreamt, die dieser Dienst nicht lesen kann.',
  videoNotForEveryone: 'Die Seite zeigt dieses Video nicht allen.',
  videoTooLarge: ({ megabytes }) => `Das Video überschreitet die Grenze von ${megabytes} MB.`,
  videoTooSlow: ({ seconds }) => `Das Video konnte nicht innerhalb von ${seconds} Sekunden geholt werden.`,
  ytDlpBroken: 'yt-dlp funktioniert hier nicht; der Betreiber findet den Grund im Protokoll.',
  ytDlpMissing: 'Dieser Dienst kann die Seite nicht lesen, weil yt-dlp hier nicht installiert ist.',
  ytDlpNeedsSandbox:
    'Dieser Dienst liest die Seite nur in einer Sandbox und hat keine; der Betreiber findet den Grund im Protokoll.',
}
