/** The sentences of errors of links, files and the GIFs made of them, by the English ones; the last are parts of others. */
export const sourceErrorSentences: Readonly<Record<string, string>> = {
  'The address and the headers of the request are too large.':
    'Die Adresse und die Kopfzeilen der Anfrage sind zu groß.',
  'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.':
    'Als Transfer-Encoding wird nur chunked von HTTP/1.1 angenommen.',
  'Only http and https addresses can be fetched.': 'Nur http- und https-Adressen können geholt werden.',
  'Port {1} may not be used in an address.': 'Port {1} darf in einer Adresse nicht verwendet werden.',
  'The address has control characters in it.': 'Die Adresse enthält Steuerzeichen.',
  'The address is longer than {1} characters.': 'Die Adresse ist länger als {1} Zeichen.',
  'The address leads into a private network or to this service itself, which is not fetched from.':
    'Die Adresse führt in ein privates Netz oder zu diesem Dienst selbst; von dort wird nichts geholt.',
  'The address leads on to something that is not an address.':
    'Die Adresse leitet zu etwas weiter, das keine Adresse ist.',
  'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.':
    'Die Adresse führt zu diesem Dienst selbst; von dort wird nichts geholt. Lade die Datei herunter und dann hier hoch.',
  'The address must be a whole one, such as https://example.com/clip.mp4.':
    'Die Adresse muss vollständig sein, zum Beispiel https://example.com/clip.mp4.',
  'The address must not hold a user name or a password.':
    'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
  'The address names a host that cannot be.': 'Die Adresse nennt einen Host, den es nicht geben kann.',
  'There is no host named {1}.': 'Es gibt keinen Host namens {1}.',
  '{1} could not be reached.': '{1} war nicht erreichbar.',
  '{1} did not answer in time.': '{1} hat nicht rechtzeitig geantwortet.',
  '{1} answered with an error (HTTP {2}).': '{1} hat mit einem Fehler geantwortet (HTTP {2}).',
  '{1} does not let this service fetch the address.': '{1} lässt diesen Dienst die Adresse nicht holen.',
  '{1} does not speak HTTP as it should.': '{1} antwortet nicht in gültigem HTTP.',
  '{1} sends too slowly.': '{1} sendet zu langsam.',
  'The connection to {1} broke.': 'Die Verbindung zu {1} ist abgebrochen.',
  'The secure connection to {1} could not be made.': 'Die sichere Verbindung zu {1} kam nicht zustande.',
  'The secure connection to {1} could not be made, because its certificate is not valid.':
    'Die sichere Verbindung zu {1} kam nicht zustande, weil das Zertifikat ungültig ist.',
  'The site cannot be read by the version of yt-dlp that this service has.':
    'Diese Seite kann die hier installierte Version von yt-dlp nicht lesen.',
  'The site did not answer as it should; try again later.':
    'Die Seite hat nicht richtig geantwortet; versuch es später noch einmal.',
  'The site does not show this video to everyone.': 'Die Seite zeigt dieses Video nicht allen.',
  'The site has nothing at this address.': 'Die Seite hat unter dieser Adresse nichts.',
  'The site needs more than {1} connections for its video.':
    'Die Seite braucht für ihr Video mehr als {1} Verbindungen.',
  'The site sends its answer compressed although it was asked not to.':
    'Die Seite sendet ihre Antwort komprimiert, obwohl das nicht verlangt wurde.',
  'The site shows no video at this address.': 'Die Seite zeigt unter dieser Adresse kein Video.',
  'The video could not be fetched within {1} seconds.':
    'Das Video konnte nicht innerhalb von {1} Sekunden geholt werden.',
  'The video is encrypted or streamed in a way that this service cannot read.':
    'Das Video ist verschlüsselt oder wird auf eine Weise gestreamt, die dieser Dienst nicht lesen kann.',
  'This page of the site cannot be read by this service.': 'Diese Seite kann dieser Dienst nicht lesen.',
  'This service cannot read that site, because yt-dlp is not installed on it.':
    'Dieser Dienst kann die Seite nicht lesen, weil yt-dlp hier nicht installiert ist.',
  'This service reads that site in a sandbox only, and has none; its operator can see why in the log.':
    'Dieser Dienst liest die Seite nur in einer Sandbox und hat keine; der Betreiber findet den Grund im Protokoll.',
  'yt-dlp on this service does not work; its operator can see why in the log.':
    'yt-dlp funktioniert hier nicht; der Betreiber findet den Grund im Protokoll.',
  'A still picture ({1}).': 'Ein Standbild ({1}).',
  'An empty file.': 'Eine leere Datei.',
  'This is no GIF, WebP, PNG or video file.': 'Das ist keine GIF-, WebP-, PNG- oder Videodatei.',
  'Picture {1} has more pixels than this service accepts.':
    'Bild {1} hat mehr Pixel, als dieser Dienst annimmt.',
  'Picture {1} is damaged and could not be decoded.': 'Bild {1} ist beschädigt und nicht lesbar.',
  'Picture {1} takes more memory than this service gives one.':
    'Bild {1} braucht mehr Arbeitsspeicher, als dieser Dienst dafür hat.',
  'Picture {1} takes too long to be decoded.': 'Bild {1} zu lesen dauert zu lange.',
  'The file holds no video.': 'Die Datei enthält kein Video.',
  'The file is not a HEIC, TIFF or BMP picture.': 'Die Datei ist kein HEIC-, TIFF- oder BMP-Bild.',
  'The file is not a video of an accepted format.': 'Die Datei ist kein Video in einem zulässigen Format.',
  'The file that was sent for this GIF is not in the backup that was restored. Please make it again.':
    'Die Datei, die für dieses GIF gesendet wurde, fehlt im wiederhergestellten Backup. Bitte erstelle es noch einmal.',
  'The picture is damaged and could not be decoded.': 'Das Bild ist beschädigt und nicht lesbar.',
  'The video is coded in a way that this service does not read.':
    'Das Video ist auf eine Weise kodiert, die dieser Dienst nicht liest.',
  'The video is encrypted.': 'Das Video ist verschlüsselt.',
  '{1} is larger than {2}; make it smaller or leave it out.':
    '{1} ist größer als {2}; verkleinere die Datei oder lass sie weg.',
  'Choose a clip of at most {1} seconds, a width of at most {2} pixels or a `max_bytes`.':
    'Wähle einen Ausschnitt von höchstens {1} Sekunden, eine Breite von höchstens {2} Pixeln oder ein `max_bytes`.',
  'Choose a shorter clip, a smaller width or fewer frames a second.':
    'Wähle einen kürzeren Ausschnitt, eine kleinere Breite oder weniger Bilder pro Sekunde.',
  'Choose fewer or smaller pictures.': 'Wähle weniger oder kleinere Bilder.',
  'Choose fewer pictures, a width of at most {1} pixels or a `max_bytes`.':
    'Wähle weniger Bilder, eine Breite von höchstens {1} Pixeln oder ein `max_bytes`.',
  'Making this GIF failed each time it was tried. Please try another source.':
    'Dieses GIF konnte bei keinem Versuch erstellt werden. Bitte versuch es mit einer anderen Quelle.',
  'Making this GIF was canceled.': 'Die Erstellung dieses GIFs wurde abgebrochen.',
  'Something went wrong on our side while making this GIF. Please try again later.':
    'Beim Erstellen dieses GIFs ist bei uns etwas schiefgegangen. Bitte versuch es später noch einmal.',
  'The GIF would be {1} seconds long, and it may be at most {2}; choose fewer frames or a higher `speed`.':
    'Das GIF würde {1} Sekunden lang, und es darf höchstens {2} lang sein; wähle weniger Bilder oder ein höheres `speed`.',
  'The GIFs take more than {1} MB together; choose smaller ones.':
    'Die GIFs haben zusammen mehr als {1} MB; wähle kleinere.',
  'The account that asked for this GIF was removed.':
    'Das Konto, das dieses GIF angefordert hat, wurde entfernt.',
  'The clip has more frames than this service accepts for their size; choose a shorter one.':
    'Der Ausschnitt hat für seine Größe mehr Bilder, als dieser Dienst annimmt; wähle einen kürzeren.',
  'The clip has more frames than this service accepts; choose a shorter one.':
    'Der Ausschnitt hat mehr Bilder, als dieser Dienst annimmt; wähle einen kürzeren.',
  'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.':
    'Auf dem Datenträger der temporären Dateien ist zu wenig Platz für die Bilder. Setze TMPDIR auf einen Ordner auf einem anderen oder nimm einen kürzeren oder kleineren Ausschnitt.',
  '`append` may name at most {1} clips.': '`append` darf höchstens {1} Animationen nennen.',
  '{1} is too large for this: {2}.': '{1} ist dafür zu groß: {2}.',
  'The GIF': 'Das GIF',
  'The animated WebP': 'Das animierte WebP',
  'frame {1}': 'Bild {1}',
  'it ends within its first frame': 'die Datei endet im ersten Bild',
  'it has more pixels in all its frames than a file of its size may':
    'alle Bilder zusammen haben mehr Pixel, als eine Datei dieser Größe haben darf',
  'it has more than 50 frames a second': 'mehr als 50 Bilder pro Sekunde',
  'it has more than {1} frames': 'mehr als {1} Bilder',
  'it has no frame': 'kein Bild darin',
  'it has sound, which a GIF has not': 'mit Ton, den ein GIF nicht hat',
  'it has too many pixels': 'zu viele Pixel',
  'it has {1} x {2} pixels, and the most is {3} million':
    '{1} × {2} Pixel, und höchstens {3} Millionen sind erlaubt',
  'it is in high dynamic range': 'in High Dynamic Range',
  'it is interlaced': 'mit Zeilensprung aufgenommen',
  'it is no GIF': 'kein GIF',
  'it lasts {1} seconds, and the most is {2}': 'sie dauert {1} Sekunden, und höchstens {2} sind erlaubt',
  'its header is cut off': 'der Anfang ist abgeschnitten',
  'its screen has no pixels': 'die Bildfläche hat keine Pixel',
  'no pixel of it can be decoded': 'kein Pixel ist lesbar',
  'not all of its frames can be decoded': 'nicht alle Bilder sind lesbar',
}
