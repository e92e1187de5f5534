/** The sentences of errors by the English ones, which stand where the errors are thrown; see also `source-errors.ts`. */
export const errorSentences: Readonly<Record<string, string>> = {
  'A GIF without the watermark needs a Premium account.':
    'Ein GIF ohne Wasserzeichen braucht ein Premium-Konto.',
  'A GIF without the watermark needs a Premium account: send its API token.':
    'Ein GIF ohne Wasserzeichen braucht ein Premium-Konto: Sende sein API-Token.',
  'A category code is made of lower-case letters, digits and hyphens.':
    'Der Code einer Kategorie besteht aus Kleinbuchstaben, Ziffern und Bindestrichen.',
  'A category needs a name.': 'Eine Kategorie braucht einen Namen.',
  'A collection can have {1} GIFs. Begin another one.':
    'Eine Sammlung kann {1} GIFs haben. Beginne eine neue.',
  'A file of the snapshot is gone.': 'Eine Datei des Abbilds ist weg.',
  'A part of the body is transfer-encoded; send it as it is.':
    'Ein Teil der Anfrage ist umkodiert; sende ihn unverändert.',
  'A part of the body lacks a header that says `form-data` and its name.':
    'Einem Teil der Anfrage fehlt die Kopfzeile mit `form-data` und seinem Namen.',
  'A password {1} is being checked already; try again in a moment.':
    'Es wird bereits ein Passwort geprüft ({1}); versuch es gleich noch einmal.',
  'A private GIF needs an account: send its API token.':
    'Ein privates GIF braucht ein Konto: Sende sein API-Token.',
  'An account can have {1} tokens. Revoke one that is not used.':
    'Ein Konto kann {1} Tokens haben. Widerrufe eines, das nicht verwendet wird.',
  'At the moment, {1} can’t be reached. Try again later.':
    '{1} ist gerade nicht erreichbar. Versuch es später noch einmal.',
  'Choose a category.': 'Wähle eine Kategorie.',
  'Choose at least one event.': 'Wähle mindestens ein Ereignis.',
  'Choose at least two pictures.': 'Wähle mindestens zwei Bilder.',
  'Choose what to change.': 'Wähle, was geändert werden soll.',
  'Compressed bodies are not accepted; send it without Content-Encoding.':
    'Komprimierte Anfragen werden nicht angenommen; sende sie ohne Content-Encoding.',
  'Confirm that it’s you to continue.': 'Bestätige, dass du es bist, um fortzufahren.',
  'Each of `{1}` must have at most {2} characters.': 'Jedes der `{1}` darf höchstens {2} Zeichen haben.',
  'Each of `tags[]` must have at most {1} characters.':
    'Jedes der `tags[]` darf höchstens {1} Zeichen haben.',
  'Enter an e-mail address, such as anna@example.org.':
    'Gib eine E-Mail-Adresse ein, zum Beispiel anna@example.org.',
  'Enter your password to continue.': 'Gib dein Passwort ein, um fortzufahren.',
  'Give a reason for the decision.': 'Begründe die Entscheidung.',
  'Larger than the limit of {1} MB.': 'Größer als die Grenze von {1} MB.',
  'Making GIFs needs an account here: send its API token, or sign in.':
    'Hier braucht man ein Konto, um GIFs zu erstellen: Sende sein API-Token oder melde dich an.',
  'Making the GIF took longer than {1} seconds; try a shorter or smaller clip.':
    'Das GIF brauchte länger als {1} Sekunden; versuch es mit einem kürzeren oder kleineren Ausschnitt.',
  'Your imports list {1} refused files and copies, and that is the limit. Delete some of them, or wait until the oldest are forgotten.':
    'Deine Importe führen {1} abgelehnte Dateien und Kopien auf, mehr geht nicht. Lösche einige davon oder warte, bis die ältesten vergessen sind.',
  'More than {1} files. Send them in several archives.':
    'Mehr als {1} Dateien. Sende sie in mehreren Archiven.',
  'No GIF of this kind can be made of this source. Choose it again.':
    'Aus dieser Quelle lässt sich kein solches GIF erstellen. Wähle sie noch einmal.',
  'Not a file.': 'Keine Datei.',
  'Only an operator may decide about a GIF.': 'Nur ein Betreiber darf über ein GIF entscheiden.',
  'Only operators merge GIFs.': 'Nur Betreiber führen GIFs zusammen.',
  'Only the account that asked for this GIF can cancel it.':
    'Nur das Konto, das dieses GIF angefordert hat, kann es abbrechen.',
  'Picture {1} takes more memory than this service gives one.':
    'Bild {1} braucht mehr Speicher, als dieser Dienst einem Bild gibt.',
  'Picture {1} is damaged and could not be decoded.': 'Bild {1} ist beschädigt und nicht lesbar.',
  'Picture {1} has more pixels than this service accepts.':
    'Bild {1} hat mehr Pixel, als dieser Dienst annimmt.',
  'Picture {1} is in {2}, which cannot be read here; send a JPEG or PNG instead.':
    'Bild {1} ist im Format {2}, das hier nicht gelesen werden kann; sende stattdessen ein JPEG oder PNG.',
  'Picture {1} must be one of these: {2}.': 'Bild {1} muss eines davon sein: {2}.',
  'Picture {1} takes too long to be decoded.': 'Bild {1} zu lesen dauert zu lange.',
  'Publishing needs an account here.': 'Zum Veröffentlichen braucht man hier ein Konto.',
  'Reading the site takes more processor time than this service has for it.':
    'Die Seite zu lesen braucht mehr Rechenzeit, als dieser Dienst dafür hat.',
  'Send one of `url`, `file` and `picture`.': 'Sende eines von `url`, `file` und `picture`.',
  'Sign-up is closed here. Ask the operator of this site for an account.':
    'Die Registrierung ist hier geschlossen. Bitte den Betreiber dieser Seite um ein Konto.',
  'Signing in with {1} was canceled.': 'Die Anmeldung mit {1} wurde abgebrochen.',
  'The Authorization header must be: Bearer, a space, and a token.':
    'Die Kopfzeile Authorization muss aus Bearer, einem Leerzeichen und einem Token bestehen.',
  'The Content-Type of the body must name its boundary, of at most 70 characters.':
    'Der Content-Type der Anfrage muss ihre Grenze mit höchstens 70 Zeichen nennen.',
  'The GIF does not fit into {1} bytes: even of {2} x {3} pixels it takes about {4}. Allow it more, or take a shorter clip or fewer frames.':
    'Das GIF passt nicht in {1} Bytes: Selbst mit {2} × {3} Pixeln braucht es etwa {4}. Erlaube mehr oder nimm einen kürzeren Ausschnitt oder weniger Bilder.',
  'The GIF has {1} frames, and at most {2} are unpacked.':
    'Das GIF hat {1} Bilder, und höchstens {2} werden entpackt.',
  'The GIF that is to be kept is gone.': 'Das GIF, das bleiben soll, ist weg.',
  'The GIF would take about {1} MB, and {2} MB is the most. {3}':
    'Das GIF würde etwa {1} MB groß; höchstens {2} MB sind möglich. {3}',
  'The JSON of the body is nested deeper than {1} levels.':
    'Das JSON der Anfrage ist tiefer als {1} Ebenen verschachtelt.',
  'The account of the token was removed.': 'Das Konto des Tokens wurde entfernt.',
  'The address is a live stream, which has no end.':
    'Die Adresse ist eine Live-Übertragung, die kein Ende hat.',
  'The address is a streaming playlist, not a video file.':
    'Die Adresse ist eine Streaming-Liste, keine Videodatei.',
  'The address of the request could not be read.': 'Die Adresse der Anfrage war nicht lesbar.',
  'The address redirects too many times.': 'Die Adresse leitet zu oft weiter.',
  'The animation cannot be kept as it is: {1}. It can be remade instead.':
    'Die Animation kann nicht unverändert übernommen werden: {1}. Sie kann stattdessen neu erstellt werden.',
  'The answer of {1} could not be verified.': 'Die Antwort von {1} konnte nicht geprüft werden.',
  'The body is not valid JSON, or was cut short.': 'Die Anfrage ist kein gültiges JSON oder unvollständig.',
  'The body is not valid urlencoded text: a % must be followed by two hex digits, and the text be UTF-8.':
    'Die Anfrage ist kein gültig kodiertes Formular: Auf % müssen zwei Hexadezimalziffern folgen, und der Text muss UTF-8 sein.',
  'The body is too large.': 'Die Anfrage ist zu groß.',
  'The body may hold at most {1} fields.': 'Die Anfrage darf höchstens {1} Felder enthalten.',
  'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.':
    'Die Anfrage muss application/json, application/x-www-form-urlencoded oder multipart/form-data sein.',
  'The body must be one JSON object: {"key": value, …}.':
    'Die Anfrage muss ein JSON-Objekt sein: {"key": value, …}.',
  'The body must be {1} or {2}.': 'Die Anfrage muss {1} oder {2} sein.',
  'The body of the request came too slowly; check the connection and try again.':
    'Die Anfrage kam zu langsam an; prüfe die Verbindung und versuch es noch einmal.',
  'The catalogue cannot be read at the moment. Try again soon.':
    'Der Katalog ist gerade nicht lesbar. Versuch es bald noch einmal.',
  'The change is saved, but its public files could not be taken down yet. This is tried again every few seconds.':
    'Die Änderung ist gespeichert, aber die öffentlichen Dateien konnten noch nicht entfernt werden. Das wird alle paar Sekunden erneut versucht.',
  'The clip is too long for its size; choose a shorter one.':
    'Der Ausschnitt ist zu lang für seine Größe; wähle einen kürzeren.',
  'The connection ended before the body did.': 'Die Verbindung endete vor der Anfrage.',
  'The crop reaches over the picture, which is {1} pixels wide and {2} high.':
    'Der Zuschnitt reicht über das Bild hinaus, das {1} Pixel breit und {2} hoch ist.',
  'The data of `{1}` is not valid base64.': 'Die Daten von `{1}` sind kein gültiges Base64.',
  'The database is busy with other work; try again in a moment.':
    'Die Datenbank ist gerade beschäftigt; versuch es gleich noch einmal.',
  'The database is not one of Gifwright: it has other tables. Give Gifwright a database of its own.':
    'Die Datenbank ist keine von Gifwright: Sie hat andere Tabellen. Gib Gifwright eine eigene Datenbank.',
  'The database is of an older version of Gifwright: use that version for this, or stop it and run gifwright migrate.':
    'Die Datenbank ist von einer älteren Version von Gifwright. Verwende diese Version dafür, oder halte sie an und führe gifwright migrate aus.',
  'The database is the target of a move that is not finished. Run gifwright move again where it comes from.':
    'Die Datenbank ist das Ziel eines unfertigen Umzugs. Führe gifwright move dort noch einmal aus, wo er begann.',
  'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.':
    'Die Datenbank wurde von einer neueren Version von Gifwright geändert. Starte diese Version oder stelle eine frühere Kopie wieder her.',
  'The e-mail address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The file could not be fetched; try again later.':
    'Die Datei konnte nicht geholt werden; versuch es später noch einmal.',
  'The file could not be fetched; try again.':
    'Die Datei konnte nicht geholt werden; versuch es noch einmal.',
  'The file does not say when its frames are shown.':
    'Die Datei sagt nicht, wann ihre Bilder gezeigt werden.',
  'The file is damaged: no picture in it could be decoded.':
    'Die Datei ist beschädigt: Kein Bild darin ist lesbar.',
  'The file is an unfinished recording or upload: it ended early, before its index or its first picture was written.':
    'Die Datei ist eine unfertige Aufnahme oder ein unfertiger Upload: Sie endet, bevor ihr Verzeichnis oder ihr erstes Bild geschrieben war.',
  'The file is larger than {1} MB (MAX_UPLOAD_MB).': 'Die Datei ist größer als {1} MB (MAX_UPLOAD_MB).',
  'The file is not a video or picture that can be read.': 'Die Datei ist kein lesbares Video oder Bild.',
  'The file is not an animation of an accepted format.':
    'Die Datei ist keine Animation in einem zulässigen Format.',
  'The file is not here any more. Send it again.': 'Die Datei ist nicht mehr hier. Sende sie noch einmal.',
  'The file is not a HEIC, TIFF or BMP picture.': 'Die Datei ist kein HEIC-, TIFF- oder BMP-Bild.',
  'The file made the decoder stop.': 'Der Decoder ist an der Datei gescheitert.',
  'The file was changed while it was read.': 'Die Datei wurde beim Lesen verändert.',
  'The files of this GIF are being moved.': 'Die Dateien dieses GIFs werden gerade verschoben.',
  'The frames of this GIF are too large to be unpacked.':
    'Die Bilder dieses GIFs sind zu groß zum Entpacken.',
  'The frames take {1} MB together, and such a GIF may use {2} MB. {3}':
    'Die Bilder brauchen zusammen {1} MB, und ein solches GIF darf {2} MB verwenden. {3}',
  'The operator of this instance has blocked this account.':
    'Der Betreiber dieser Instanz hat dieses Konto gesperrt.',
  'No video found on that page.': 'Auf dieser Seite wurde kein Video gefunden.',
  'The password was changed meanwhile. Sign in again.':
    'Das Passwort wurde inzwischen geändert. Melde dich noch einmal an.',
  'The picture is damaged and could not be decoded.': 'Das Bild ist beschädigt und nicht lesbar.',
  'The picture is in {1}, which cannot be read here; send a JPEG or PNG instead.':
    'Das Bild ist im Format {1}, das hier nicht gelesen werden kann; sende stattdessen ein JPEG oder PNG.',
  'The picture has more pixels than this service accepts.':
    'Das Bild hat mehr Pixel, als dieser Dienst annimmt.',
  'The picture takes too long to be decoded.': 'Das Bild zu lesen dauert zu lange.',
  'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.':
    'Die Bilder haben zusammen mehr Pixel, als dieser Dienst annimmt; wähle weniger oder kleinere.',
  'The place in the list must be a whole number, counted from 1.':
    'Der Platz in der Liste muss eine ganze Zahl ab 1 sein.',
  'The place of a picture must be a whole number, or empty.':
    'Der Platz eines Bildes muss eine ganze Zahl oder leer sein.',
  'The request could not be read.': 'Die Anfrage war nicht lesbar.',
  'The request did not come in time.': 'Die Anfrage kam nicht rechtzeitig an.',
  'The search index is being built. Try again in a moment.':
    'Der Suchindex wird gerade aufgebaut. Versuch es gleich noch einmal.',
  'The service cannot reach its files now; try again later.':
    'Der Dienst erreicht seine Dateien gerade nicht; versuch es später noch einmal.',
  'This service has moved and saves nothing here any more; try again in a few minutes.':
    'Dieser Dienst ist umgezogen und speichert hier nichts mehr; versuch es in ein paar Minuten noch einmal.',
  'The service cannot write to its disk now; try again later.':
    'Der Dienst kann gerade nicht auf seine Festplatte schreiben; versuch es später noch einmal.',
  'The service has no disk space to save this now; try again later.':
    'Der Dienst hat gerade keinen Speicherplatz dafür; versuch es später noch einmal.',
  'The service has too little free disk space now; try again later.':
    'Der Dienst hat gerade zu wenig freien Speicherplatz; versuch es später noch einmal.',
  'The service is going down; try again in a moment.':
    'Der Dienst wird gerade beendet; versuch es gleich noch einmal.',
  'The service is going down; try again later.':
    'Der Dienst wird gerade beendet; versuch es später noch einmal.',
  'The source is not here yet; wait until it is.': 'Die Quelle ist noch nicht da; warte noch etwas.',
  'The stored GIF is not the one that was kept.': 'Das gespeicherte GIF ist nicht das übernommene.',
  'The text of the body is over the limit of {1} KB.':
    'Der Text der Anfrage überschreitet die Grenze von {1} KB.',
  'The text of the body must be UTF-8.': 'Der Text der Anfrage muss UTF-8 sein.',
  'The texts and pictures of `layers` cover more than {1} times the GIF together; use fewer or smaller ones.':
    'Die Texte und Bilder von `layers` bedecken zusammen mehr als das {1}-Fache des GIFs; nimm weniger oder kleinere.',
  'The token is not valid, or was revoked.': 'Das Token ist ungültig oder wurde widerrufen.',
  'The upstream server gave no results.': 'Der andere Server lieferte keine Ergebnisse.',
  'The upstream server was asked too often; try again later.':
    'Der andere Server wurde zu oft gefragt; versuch es später noch einmal.',
  'The video has more frames than this service accepts.':
    'Das Video hat mehr Bilder, als dieser Dienst annimmt.',
  'The video has more pixels in a frame than this service accepts.':
    'Ein Bild des Videos hat mehr Pixel, als dieser Dienst annimmt.',
  'The video has more streams than this service accepts.':
    'Das Video hat mehr Spuren, als dieser Dienst annimmt.',
  'The video is damaged from {1} on; choose another part.':
    'Das Video ist ab {1} beschädigt; wähle einen anderen Teil.',
  'The video is over the limit of {1} MB.': 'Das Video überschreitet die Grenze von {1} MB.',
  'The video is {1} seconds long; the start must be before that.':
    'Das Video ist {1} Sekunden lang; der Anfang muss davor liegen.',
  'There are GIFs in this category; move or remove them first.':
    'In dieser Kategorie gibt es GIFs; verschiebe oder entferne sie zuerst.',
  'There can be {1} apps. Remove one that is not used.':
    'Es kann {1} Apps geben. Entferne eine, die nicht verwendet wird.',
  'There is a category with this code already.': 'Es gibt schon eine Kategorie mit diesem Code.',
  'There is an account with this e-mail address already.':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto.',
  'There is an account with this e-mail address already. Sign in instead?':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Möchtest du dich anmelden?',
  'There is an app with this name already.': 'Es gibt schon eine App mit diesem Namen.',
  'There is no GIF and no case with this code.': 'Zu diesem Code gibt es weder ein GIF noch einen Fall.',
  'There is no GIF to choose from.': 'Es gibt kein GIF zur Auswahl.',
  'There is no GIF with this code in the collection.': 'In der Sammlung gibt es kein GIF mit diesem Code.',
  'There is no GIF with this code that your account may change.':
    'Es gibt kein GIF mit diesem Code, das dein Konto ändern darf.',
  'There is no GIF with this code.': 'Es gibt kein GIF mit diesem Code.',
  'There is no collection with this code.': 'Es gibt keine Sammlung mit diesem Code.',
  'There is no decision about a GIF of yours with this code.':
    'Zu diesem Code gibt es keine Entscheidung über eines deiner GIFs.',
  'There is no delivery that could be sent again; they are kept for 7 days.':
    'Es gibt keine Zustellung, die erneut gesendet werden könnte; sie werden 7 Tage aufbewahrt.',
  'There is no file at this address.': 'Unter dieser Adresse gibt es keine Datei.',
  'There is no file of this name.': 'Es gibt keine Datei mit diesem Namen.',
  'There is no such category any more; choose another.':
    'Diese Kategorie gibt es nicht mehr; wähle eine andere.',
  'There is no such category.': 'Diese Kategorie gibt es nicht.',
  'There is no such webhook.': 'Diesen Webhook gibt es nicht.',
  'There is no task with this id.': 'Es gibt keine Aufgabe mit dieser Kennung.',
  'There is no task with this id; tasks are remembered for 7 days.':
    'Es gibt keine Aufgabe mit dieser Kennung; Aufgaben werden 7 Tage aufbewahrt.',
  'There is no video at the address.': 'Unter der Adresse gibt es kein Video.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'This account has no password yet. Ask the operator of this site to set one.':
    'Dieses Konto hat noch kein Passwort. Bitte den Betreiber dieser Seite, eines zu setzen.',
  'This account is not there any more.': 'Dieses Konto gibt es nicht mehr.',
  'This account, or you at {1}, is linked to another. Ask the operator of this site to unlink it.':
    'Dieses Konto, oder du bei {1}, ist anders verknüpft. Bitte den Betreiber dieser Seite, die Verknüpfung zu lösen.',
  'This address takes {1} only.': 'Diese Adresse nimmt nur {1}.',
  'This app has no category for its uploads; the operator can choose one.':
    'Diese App hat keine Kategorie für ihre Uploads; der Betreiber kann eine wählen.',
  'This cannot be decided about the GIF as it is now.':
    'Das lässt sich über das GIF, wie es jetzt ist, nicht entscheiden.',
  'This is not your password.': 'Das ist nicht dein Passwort.',
  'This is the account of an operator. Sign in with its password, then link {1} in its settings.':
    'Das ist das Konto eines Betreibers. Melde dich mit seinem Passwort an und verknüpfe {1} in den Einstellungen.',
  'This key does not open this GIF. Check that the whole link was copied.':
    'Dieser Schlüssel öffnet dieses GIF nicht. Prüfe, ob der ganze Link kopiert wurde.',
  'This server needs an API key.': 'Dieser Server braucht einen API-Schlüssel.',
  'This service does not measure GIFs ahead.': 'Dieser Dienst misst keine GIFs im Voraus.',
  'Only a GIF that is made anew is measured.': 'Nur ein GIF, das neu gemacht wird, wird gemessen.',
  'There is no measurement with this id.': 'Es gibt keine Messung mit dieser ID.',
  'This service does not fetch links or files ahead; make the GIF to see it.':
    'Dieser Dienst holt Links und Dateien nicht im Voraus; erstelle das GIF, um es zu sehen.',
  'This service does not take CONNECT.': 'Dieser Dienst nimmt CONNECT nicht an.',
  'This sign-in has expired, or was started in another window. Try again.':
    'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Fenster begonnen. Versuch es noch einmal.',
  'This source is larger than what is kept for one person.':
    'Diese Quelle ist größer als das, was für eine Person aufbewahrt wird.',
  'A sticker is not here any more. Choose its file again.':
    'Ein Sticker ist nicht mehr hier. Wähle seine Datei noch einmal.',
  'A picture is not here any more. Choose it again.': 'Ein Bild ist nicht mehr hier. Wähle es noch einmal.',
  '`stickers[]` may be at most {1} pictures.': '`stickers[]` darf höchstens {1} Bilder haben.',
  'This source is not here any more. Choose it again.':
    'Diese Quelle ist nicht mehr hier. Wähle sie noch einmal.',
  'A GIF is being unpacked for you; let that end first.':
    'Für dich wird gerade schon ein GIF entpackt; warte, bis das fertig ist.',
  'The pictures in `stickers[]` may have at most {1} megapixels together.':
    'Die Bilder in `stickers[]` dürfen zusammen höchstens {1} Megapixel haben.',
  'Too many GIFs are being unpacked; try again in a moment.':
    'Gerade werden zu viele GIFs entpackt; versuch es gleich noch einmal.',
  'Too many GIFs are waiting to be made; try again in a moment.':
    'Zu viele GIFs warten; versuch es gleich noch einmal.',
  'Too many people sign in at once; try again in a moment.':
    'Zu viele melden sich gleichzeitig an; versuch es gleich noch einmal.',
  'Too many sources are kept at the moment; try again later.':
    'Gerade werden zu viele Quellen aufbewahrt; versuch es später noch einmal.',
  'Too many uploads are under way; try again in a moment.':
    'Zu viele Uploads laufen; versuch es gleich noch einmal.',
  'Too many uploads from this address are under way; let them end first.':
    'Von dieser Adresse laufen zu viele Uploads; lass sie zuerst enden.',
  'Too many wrong passwords {1}; please wait before you try again.':
    'Zu viele falsche Passwörter ({1}); bitte warte, bevor du es noch einmal versuchst.',
  'Uploading needs the key of an app that may upload.':
    'Zum Hochladen braucht man den Schlüssel einer App, die hochladen darf.',
  'Use an address of at most {1} characters.': 'Verwende eine Adresse mit höchstens {1} Zeichen.',
  'What the site sends is too large to be read.': 'Was die Seite sendet, ist zu groß zum Lesen.',
  'Without this sign-on nobody could sign in to your account.':
    'Ohne diese Anmeldung könnte sich niemand bei deinem Konto anmelden.',
  'Unpacking the GIF took longer than it may.': 'Das GIF zu entpacken hat länger gedauert als erlaubt.',
  'You can have {1} webhooks. Delete one that is not used.':
    'Du kannst {1} Webhooks haben. Lösche einen, der nicht verwendet wird.',
  'You have no account here. Ask the operator of this site for one.':
    'Du hast hier kein Konto. Bitte den Betreiber dieser Seite um eines.',
  'You have {1} GIFs waiting to be made, and more cannot be; let some of them end first.':
    'Von dir warten {1} GIFs, mehr sind nicht möglich; lass zuerst einige fertig werden.',
  'You have {1} unpublished GIFs here, and more cannot be kept: publish or delete some of them first.':
    'Du hast hier {1} nicht veröffentlichte GIFs, mehr können nicht aufbewahrt werden: Veröffentliche oder lösche zuerst einige.',
  'Your account may not change `{1}` of this GIF.': 'Dein Konto darf `{1}` dieses GIFs nicht ändern.',
  'Your email address is not verified at {1}. Verify it there, then sign in again.':
    'Deine E-Mail-Adresse ist bei {1} nicht bestätigt. Bestätige sie dort und melde dich noch einmal an.',
  'Your sources are all in use; let your GIFs be made first.':
    'Deine Quellen werden alle verwendet; lass zuerst deine GIFs fertig werden.',
  '`alt` must have at most {1} characters.': '`alt` darf höchstens {1} Zeichen haben.',
  '`category` must be the id of a category; see /api/categories.':
    '`category` muss die Nummer einer Kategorie sein; siehe /api/categories.',
  '`description` must have at most {1} characters.': '`description` darf höchstens {1} Zeichen haben.',
  '`end` must be greater than `start`.': '`end` muss nach `start` liegen.',
  '`file` must be one of these: {1}.': '`file` muss eines davon sein: {1}.',
  '`name` must have 1 to {1} characters.': '`name` muss 1 bis {1} Zeichen haben.',
  '`picture` must be a HEIC, TIFF or BMP picture.': '`picture` muss ein HEIC-, TIFF- oder BMP-Bild sein.',
  '`picture` must be at most {1} bytes.': '`picture` darf höchstens {1} Bytes haben.',
  '`pictures[]` must be {1} to {2} pictures.': '`pictures[]` müssen {1} bis {2} Bilder sein.',
  '`reason` must have at most {1} characters.': '`reason` darf höchstens {1} Zeichen haben.',
  '`statement` must have at most {1} characters.': '`statement` darf höchstens {1} Zeichen haben.',
  '`tags[]` must be at most {1} tags.': '`tags[]` dürfen höchstens {1} Tags sein.',
  '`title` must have 1 to {1} characters.': '`title` muss 1 bis {1} Zeichen haben.',
  '`visibility` must be {1}.': '`visibility` muss {1} sein.',
  '`{1}` has the unknown key {2}; known are {3}.':
    '`{1}` hat den unbekannten Schlüssel {2}; bekannt sind {3}.',
  '`{1}` holds no data.': '`{1}` enthält keine Daten.',
  '`{1}` is required.': '`{1}` fehlt.',
  '`{1}` may hold at most {2}.': '`{1}` darf höchstens {2} enthalten.',
  '`{1}` must be one of these: {2}.': '`{1}` muss eines davon sein: {2}.',
  'The GIF of `{1}` is hidden by the operator.': 'Das GIF von `{1}` hat der Betreiber ausgeblendet.',
  '`{1}` must be the code of a GIF that you can see.':
    '`{1}` muss der Code eines GIFs sein, das du sehen kannst.',
  '`{1}` must be {2}, in at most {3} characters.': '`{1}` muss {2} sein, mit höchstens {3} Zeichen.',
  '`{1}` must be {2}.': '`{1}` muss {2} sein.',
  '{1} has more pixels than this service accepts.': '{1} hat mehr Pixel, als dieser Dienst annimmt.',
  '{1} has more than {2} frames.': '{1} hat mehr als {2} Bilder.',
  '{1} has nothing at this address.': '{1} hat unter dieser Adresse nichts.',
  '{1} is damaged and could not be decoded.': '{1} ist beschädigt und nicht lesbar.',
  '{1} is damaged: {2}.': '{1} ist beschädigt: {2}.',
  '{1} takes more memory than this service gives it.':
    '{1} braucht mehr Arbeitsspeicher, als dieser Dienst dafür hat.',
  '{1} takes too long to be decoded.': '{1} zu lesen dauert zu lange.',
  '{1}; try again in {2} s.': '{1}; versuch es in {2} s noch einmal.',
  'An account can have {1} collections. Delete one that you no longer need.':
    'Ein Konto kann {1} Sammlungen haben. Lösche eine, die du nicht mehr brauchst.',
  'An account can have {1} favorites. Remove some that you no longer need.':
    'Ein Konto kann {1} Favoriten haben. Entferne einige, die du nicht mehr brauchst.',
  'Choose the category of its uploads.': 'Wähle die Kategorie für ihre Uploads.',
  'The name must have 1 to {1} characters.': 'Der Name muss 1 bis {1} Zeichen haben.',
  'The rate must be a whole number from 1 to {1}.': 'Die Rate muss eine ganze Zahl von 1 bis {1} sein.',
  'The password must have at most {1} characters.': 'Das Passwort darf höchstens {1} Zeichen haben.',
  'The password needs at least {1} characters.': 'Das Passwort braucht mindestens {1} Zeichen.',
  'Please choose a password that is not your e-mail address.':
    'Bitte wähle ein Passwort, das nicht deine E-Mail-Adresse ist.',
  'This password is too common. Choose another, such as three unusual words.':
    'Dieses Passwort ist zu verbreitet. Wähle ein anderes, zum Beispiel drei ungewöhnliche Wörter.',
  '“{1}” is hidden by the operator: until it is shown again, who can see it cannot be changed.':
    '„{1}“ ist vom Betreiber ausgeblendet: Bis es wieder angezeigt wird, lässt sich nicht ändern, wer es sieht.',
  '“{1}” would have {2} tags, and {3} is the limit: nothing was changed.':
    '„{1}“ hätte {2} Tags, und die Grenze ist {3}: Nichts wurde geändert.',
  '`rating` must be {1}.': '`rating` muss {1} sein.',
  '`{1}` must have at most {2} characters.': '`{1}` darf höchstens {2} Zeichen haben.',
  'The body is over the limit of {1} MB.': 'Die Anfrage überschreitet die Grenze von {1} MB.',
  '`{1}` is over the limit of {2} MB a file.': '`{1}` überschreitet die Grenze von {2} MB je Datei.',
  '`{1}` is over the limit of {2} MB for a request.': '`{1}` überschreitet die Grenze von {2} MB je Anfrage.',
  'The event is longer than {1} bytes.': 'Das Ereignis ist länger als {1} Bytes.',
  'The receiver answered {1}.': 'Der Empfänger hat mit {1} geantwortet.',
  'The receiver did not answer within 10 seconds.':
    'Der Empfänger hat nicht innerhalb von 10 Sekunden geantwortet.',
  'It could not be sent.': 'Es konnte nicht gesendet werden.',
  // Parts of other sentences.
  'for this e-mail address': 'für diese E-Mail-Adresse',
  'from your address': 'von deiner Adresse',
  'from your network': 'aus deinem Netzwerk',
  'Too many calls for this account': 'Zu viele Aufrufe für dieses Konto',
  'Too many calls for this app': 'Zu viele Aufrufe für diese App',
  'Too many calls from this address': 'Zu viele Aufrufe von dieser Adresse',
  'Too many wrong tokens or sign-ins from this address':
    'Zu viele falsche Tokens oder Anmeldungen von dieser Adresse',
}
