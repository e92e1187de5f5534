/** The sentences of errors by the English ones, which stand where the errors are thrown; see also `source-errors.ts`. */
export const errorSentences: Readonly<Record<string, string>> = {
  'A GIF without the watermark needs a Premium account.':
    'Un GIF sans filigrane nécessite un compte Premium.',
  'A GIF without the watermark needs a Premium account: send its API token.':
    'Un GIF sans filigrane nécessite un compte Premium : envoyez son jeton d’API.',
  'A category code is made of lower-case letters, digits and hyphens.':
    'Le code d’une catégorie se compose de minuscules, de chiffres et de traits d’union.',
  'A category needs a name.': 'Une catégorie a besoin d’un nom.',
  'A collection can have {1} GIFs. Begin another one.':
    'Une collection peut avoir {1} GIF. Commencez-en une autre.',
  'A file of the snapshot is gone.': 'Un fichier de l’instantané a disparu.',
  'A part of the body is transfer-encoded; send it as it is.':
    'Une partie de la requête est réencodée ; envoyez-la telle quelle.',
  'A part of the body lacks a header that says `form-data` and its name.':
    'Il manque à une partie de la requête un en-tête avec `form-data` et son nom.',
  'A password {1} is being checked already; try again in a moment.':
    'Un mot de passe est déjà en cours de vérification ({1}) ; réessayez dans un instant.',
  'A private GIF needs an account: send its API token.':
    'Un GIF privé nécessite un compte : envoyez son jeton d’API.',
  'An account can have {1} tokens. Revoke one that is not used.':
    'Un compte peut avoir {1} jetons. Révoquez-en un qui ne sert pas.',
  'At the moment, {1} can’t be reached. Try again later.':
    '{1} est injoignable pour le moment. Réessayez plus tard.',
  'Choose a category.': 'Choisissez une catégorie.',
  'Choose at least one event.': 'Choisissez au moins un événement.',
  'Choose at least two pictures.': 'Choisissez au moins deux images.',
  'Choose what to change.': 'Choisissez ce qu’il faut modifier.',
  'Compressed bodies are not accepted; send it without Content-Encoding.':
    'Les requêtes compressées ne sont pas acceptées ; envoyez-la sans Content-Encoding.',
  'Confirm that it’s you to continue.': 'Confirmez que c’est bien vous pour continuer.',
  'Each of `{1}` must have at most {2} characters.': 'Chacun des `{1}` doit avoir {2} caractères au plus.',
  'Each of `tags[]` must have at most {1} characters.':
    'Chacun des `tags[]` doit avoir {1} caractères au plus.',
  'Enter an e-mail address, such as anna@example.org.':
    'Saisissez une adresse e-mail, par exemple anna@example.org.',
  'Enter your password to continue.': 'Saisissez votre mot de passe pour continuer.',
  'Give a reason for the decision.': 'Donnez un motif à la décision.',
  'Larger than the limit of {1} MB.': 'Dépasse la limite de {1} Mo.',
  'Making GIFs needs an account here: send its API token, or sign in.':
    'Il faut ici un compte pour créer des GIF : envoyez son jeton d’API, ou connectez-vous.',
  'Making the GIF took longer than {1} seconds; try a shorter or smaller clip.':
    'La création du GIF a pris plus de {1} secondes ; essayez un extrait plus court ou plus petit.',
  'Your imports list {1} refused files and copies, and that is the limit. Delete some of them, or wait until the oldest are forgotten.':
    'Vos importations affichent {1} fichiers refusés et copies, et c’est la limite. Supprimez-en ou attendez que les plus anciens soient oubliés.',
  'More than {1} files. Send them in several archives.':
    'Plus de {1} fichiers. Envoyez-les en plusieurs archives.',
  'No GIF of this kind can be made of this source. Choose it again.':
    'Cette source ne permet pas de créer un GIF de ce type. Choisissez-la de nouveau.',
  'Not a file.': 'Ce n’est pas un fichier.',
  'Only an operator may decide about a GIF.': 'Seul un administrateur peut décider d’un GIF.',
  'Only operators merge GIFs.': 'Seuls les administrateurs fusionnent des GIF.',
  'Only the account that asked for this GIF can cancel it.':
    'Seul le compte qui a demandé ce GIF peut l’annuler.',
  'Picture {1} takes more memory than this service gives one.':
    'L’image {1} demande plus de mémoire que ce service n’en donne à une image.',
  'Picture {1} is damaged and could not be decoded.': 'L’image {1} est endommagée et illisible.',
  'Picture {1} has more pixels than this service accepts.':
    'L’image {1} a plus de pixels que ce service n’en accepte.',
  'Picture {1} is in {2}, which cannot be read here; send a JPEG or PNG instead.':
    'L’image {1} est au format {2}, illisible ici ; envoyez plutôt un JPEG ou un PNG.',
  'Picture {1} must be one of these: {2}.': 'L’image {1} doit être dans l’un de ces formats : {2}.',
  'Picture {1} takes too long to be decoded.': 'L’image {1} prend trop de temps à décoder.',
  'Publishing needs an account here.': 'Pour publier ici, il faut un compte.',
  'Reading the site takes more processor time than this service has for it.':
    'La lecture du site demande plus de temps de calcul que ce service ne peut lui en accorder.',
  'Send one of `url`, `file` and `picture`.': 'Envoyez l’un de ces champs : `url`, `file` ou `picture`.',
  'Sign-up is closed here. Ask the operator of this site for an account.':
    'Les inscriptions sont fermées ici. Demandez un compte à l’administrateur de ce site.',
  'Signing in with {1} was canceled.': 'La connexion avec {1} a été annulée.',
  'The Authorization header must be: Bearer, a space, and a token.':
    'L’en-tête Authorization doit être : Bearer, une espace et un jeton.',
  'The Content-Type of the body must name its boundary, of at most 70 characters.':
    'Le Content-Type de la requête doit nommer son séparateur, de 70 caractères au plus.',
  'The GIF does not fit into {1} bytes: even of {2} x {3} pixels it takes about {4}. Allow it more, or take a shorter clip or fewer frames.':
    'Le GIF ne tient pas dans {1} octets : même en {2} × {3} pixels, il en prend environ {4}. Autorisez plus, ou prenez un extrait plus court ou moins d’images.',
  'The GIF has {1} frames, and at most {2} are unpacked.':
    'Le GIF a {1} images, et {2} au plus sont extraites.',
  'The GIF that is to be kept is gone.': 'Le GIF à garder n’existe plus.',
  'The GIF would take about {1} MB, and {2} MB is the most. {3}':
    'Le GIF prendrait environ {1} Mo, et le maximum est de {2} Mo. {3}',
  'The JSON of the body is nested deeper than {1} levels.':
    'Le JSON de la requête a plus de {1} niveaux d’imbrication.',
  'The account of the token was removed.': 'Le compte du jeton a été retiré.',
  'The address is a live stream, which has no end.': 'L’adresse est celle d’un direct, qui n’a pas de fin.',
  'The address is a streaming playlist, not a video file.':
    'L’adresse est celle d’une liste de streaming, pas d’un fichier vidéo.',
  'The address of the request could not be read.': 'L’adresse de la requête est illisible.',
  'The address redirects too many times.': 'L’adresse redirige trop de fois.',
  'The animation cannot be kept as it is: {1}. It can be remade instead.':
    'L’animation ne peut pas être conservée telle quelle : {1}. Elle peut être recréée à la place.',
  'The answer of {1} could not be verified.': 'La réponse de {1} n’a pas pu être vérifiée.',
  'The body is not valid JSON, or was cut short.':
    'La requête n’est pas un JSON valide, ou elle a été tronquée.',
  'The body is not valid urlencoded text: a % must be followed by two hex digits, and the text be UTF-8.':
    'La requête n’est pas un formulaire encodé valide : un % doit être suivi de deux chiffres hexadécimaux, et le texte être en UTF-8.',
  'The body is too large.': 'La requête est trop volumineuse.',
  'The body may hold at most {1} fields.': 'La requête peut contenir {1} champs au plus.',
  'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.':
    'La requête doit être en application/json, application/x-www-form-urlencoded ou multipart/form-data.',
  'The body must be one JSON object: {"key": value, …}.':
    'La requête doit être un objet JSON : {"key": value, …}.',
  'The body must be {1} or {2}.': 'La requête doit être en {1} ou {2}.',
  'The body of the request came too slowly; check the connection and try again.':
    'La requête est arrivée trop lentement ; vérifiez la connexion et réessayez.',
  'The catalogue cannot be read at the moment. Try again soon.':
    'Le catalogue est illisible pour le moment. Réessayez bientôt.',
  'The change is saved, but its public files could not be taken down yet. This is tried again every few seconds.':
    'La modification est enregistrée, mais ses fichiers publics n’ont pas encore pu être retirés. Une nouvelle tentative a lieu toutes les quelques secondes.',
  'The clip is too long for its size; choose a shorter one.':
    'L’extrait est trop long pour sa taille ; choisissez-en un plus court.',
  'The connection ended before the body did.': 'La connexion s’est terminée avant la requête.',
  'The crop reaches over the picture, which is {1} pixels wide and {2} high.':
    'Le recadrage dépasse l’image, qui fait {1} pixels de large et {2} de haut.',
  'The data of `{1}` is not valid base64.': 'Les données de `{1}` ne sont pas du base64 valide.',
  'The database is busy with other work; try again in a moment.':
    'La base de données est occupée ; réessayez dans un instant.',
  'The database is not one of Gifwright: it has other tables. Give Gifwright a database of its own.':
    'Cette base de données n’est pas celle de Gifwright : elle contient d’autres tables. Donnez à Gifwright sa propre base.',
  'The database is of an older version of Gifwright: use that version for this, or stop it and run gifwright migrate.':
    'La base de données vient d’une version plus ancienne de Gifwright. Utilisez cette version-là, ou arrêtez-la et lancez gifwright migrate.',
  'The database is the target of a move that is not finished. Run gifwright move again where it comes from.':
    'La base de données est la cible d’un déplacement inachevé. Relancez gifwright move là d’où il vient.',
  'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.':
    'La base de données a été modifiée par une version plus récente de Gifwright. Démarrez cette version, ou restaurez une copie antérieure.',
  'The e-mail address or the password is wrong.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'The file could not be fetched; try again later.':
    'Le fichier n’a pas pu être récupéré ; réessayez plus tard.',
  'The file could not be fetched; try again.': 'Le fichier n’a pas pu être récupéré ; réessayez.',
  'The file does not say when its frames are shown.':
    'Le fichier n’indique pas quand ses images sont affichées.',
  'The file is damaged: no picture in it could be decoded.':
    'Le fichier est endommagé : aucune image n’y est lisible.',
  'The file is an unfinished recording or upload: it ended early, before its index or its first picture was written.':
    'Le fichier est un enregistrement ou un envoi inachevé : il s’arrête avant que son index ou sa première image ne soit écrit.',
  'The file is larger than {1} MB (MAX_UPLOAD_MB).': 'Le fichier dépasse {1} Mo (MAX_UPLOAD_MB).',
  'The file is not a video or picture that can be read.':
    'Le fichier n’est ni une vidéo ni une image lisible.',
  'The file is not an animation of an accepted format.':
    'Le fichier n’est pas une animation d’un format accepté.',
  'The file is not here any more. Send it again.': 'Le fichier n’est plus ici. Envoyez-le de nouveau.',
  'The file is not a HEIC, TIFF or BMP picture.': 'Le fichier n’est pas une image HEIC, TIFF ou BMP.',
  'The file made the decoder stop.': 'Le fichier a fait échouer le décodeur.',
  'The file was changed while it was read.': 'Le fichier a été modifié pendant sa lecture.',
  'The files of this GIF are being moved.': 'Les fichiers de ce GIF sont en cours de déplacement.',
  'The frames of this GIF are too large to be unpacked.':
    'Les images de ce GIF sont trop grandes pour être extraites.',
  'The frames take {1} MB together, and such a GIF may use {2} MB. {3}':
    'Les images prennent {1} Mo ensemble, et un tel GIF peut en utiliser {2} Mo. {3}',
  'The operator of this instance has blocked this account.':
    'L’administrateur de cette instance a bloqué ce compte.',
  'No video found on that page.': 'Aucune vidéo n’a été trouvée sur cette page.',
  'The password was changed meanwhile. Sign in again.':
    'Le mot de passe a été modifié entre-temps. Reconnectez-vous.',
  'The picture is damaged and could not be decoded.': 'L’image est endommagée et illisible.',
  'The picture is in {1}, which cannot be read here; send a JPEG or PNG instead.':
    'L’image est au format {1}, illisible ici ; envoyez plutôt un JPEG ou un PNG.',
  'The picture has more pixels than this service accepts.':
    'L’image a plus de pixels que ce service n’en accepte.',
  'The picture takes too long to be decoded.': 'L’image prend trop de temps à décoder.',
  'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.':
    'Les images ont ensemble plus de pixels que ce service n’en accepte ; choisissez-en moins ou de plus petites.',
  'The place in the list must be a whole number, counted from 1.':
    'La place dans la liste doit être un nombre entier, à partir de 1.',
  'The place of a picture must be a whole number, or empty.':
    'La place d’une image doit être un nombre entier ou rester vide.',
  'The request could not be read.': 'La requête est illisible.',
  'The request did not come in time.': 'La requête n’est pas arrivée à temps.',
  'The search index is being built. Try again in a moment.':
    'L’index de recherche est en cours de construction. Réessayez dans un instant.',
  'The service cannot reach its files now; try again later.':
    'Le service ne peut pas accéder à ses fichiers pour le moment ; réessayez plus tard.',
  'This service has moved and saves nothing here any more; try again in a few minutes.':
    'Ce service a déménagé et n’enregistre plus rien ici ; réessayez dans quelques minutes.',
  'The service cannot write to its disk now; try again later.':
    'Le service ne peut pas écrire sur son disque pour le moment ; réessayez plus tard.',
  'The service has no disk space to save this now; try again later.':
    'Le service n’a plus d’espace disque pour enregistrer ceci ; réessayez plus tard.',
  'The service has too little free disk space now; try again later.':
    'Le service a trop peu d’espace disque libre pour le moment ; réessayez plus tard.',
  'The service is going down; try again in a moment.': 'Le service s’arrête ; réessayez dans un instant.',
  'The service is going down; try again later.': 'Le service s’arrête ; réessayez plus tard.',
  'The source is not here yet; wait until it is.':
    'La source n’est pas encore ici ; attendez qu’elle arrive.',
  'The stored GIF is not the one that was kept.': 'Le GIF stocké n’est pas celui qui a été conservé.',
  'The text of the body is over the limit of {1} KB.': 'Le texte de la requête dépasse la limite de {1} ko.',
  'The text of the body must be UTF-8.': 'Le texte de la requête doit être en UTF-8.',
  'The texts and pictures of `layers` cover more than {1} times the GIF together; use fewer or smaller ones.':
    'Les textes et images de `layers` couvrent ensemble plus de {1} fois le GIF ; utilisez-en moins ou de plus petits.',
  'The token is not valid, or was revoked.': 'Le jeton n’est pas valide, ou a été révoqué.',
  'The upstream server gave no results.': 'L’autre serveur n’a donné aucun résultat.',
  'The upstream server was asked too often; try again later.':
    'L’autre serveur a été trop sollicité ; réessayez plus tard.',
  'The video has more frames than this service accepts.':
    'La vidéo a plus d’images que ce service n’en accepte.',
  'The video has more pixels in a frame than this service accepts.':
    'La vidéo a plus de pixels par image que ce service n’en accepte.',
  'The video has more streams than this service accepts.':
    'La vidéo a plus de pistes que ce service n’en accepte.',
  'The video is damaged from {1} on; choose another part.':
    'La vidéo est endommagée à partir de {1} ; choisissez une autre partie.',
  'The video is over the limit of {1} MB.': 'La vidéo dépasse la limite de {1} Mo.',
  'The video is {1} seconds long; the start must be before that.':
    'La vidéo dure {1} secondes ; le début doit être avant.',
  'There are GIFs in this category; move or remove them first.':
    'Il y a des GIF dans cette catégorie ; déplacez-les ou retirez-les d’abord.',
  'There can be {1} apps. Remove one that is not used.':
    'Il peut y avoir {1} applications. Retirez-en une qui ne sert pas.',
  'There is a category with this code already.': 'Une catégorie avec ce code existe déjà.',
  'There is an account with this e-mail address already.': 'Un compte avec cette adresse e-mail existe déjà.',
  'There is an account with this e-mail address already. Sign in instead?':
    'Un compte avec cette adresse e-mail existe déjà. Voulez-vous plutôt vous connecter ?',
  'There is an app with this name already.': 'Une application avec ce nom existe déjà.',
  'There is no GIF and no case with this code.': 'Il n’y a ni GIF ni dossier avec ce code.',
  'There is no GIF to choose from.': 'Il n’y a aucun GIF à choisir.',
  'There is no GIF with this code in the collection.': 'Il n’y a pas de GIF avec ce code dans la collection.',
  'There is no GIF with this code that your account may change.':
    'Il n’y a pas de GIF avec ce code que votre compte puisse modifier.',
  'There is no GIF with this code.': 'Il n’y a pas de GIF avec ce code.',
  'There is no collection with this code.': 'Il n’y a pas de collection avec ce code.',
  'There is no decision about a GIF of yours with this code.':
    'Il n’y a pas de décision avec ce code concernant l’un de vos GIF.',
  'There is no delivery that could be sent again; they are kept for 7 days.':
    'Il n’y a aucun envoi à refaire ; ils sont conservés 7 jours.',
  'There is no file at this address.': 'Il n’y a pas de fichier à cette adresse.',
  'There is no file of this name.': 'Il n’y a pas de fichier de ce nom.',
  'There is no such category any more; choose another.':
    'Cette catégorie n’existe plus ; choisissez-en une autre.',
  'There is no such category.': 'Cette catégorie n’existe pas.',
  'There is no such webhook.': 'Ce webhook n’existe pas.',
  'There is no task with this id.': 'Il n’y a pas de tâche avec cet identifiant.',
  'There is no task with this id; tasks are remembered for 7 days.':
    'Il n’y a pas de tâche avec cet identifiant ; les tâches sont conservées 7 jours.',
  'There is no video at the address.': 'Il n’y a pas de vidéo à cette adresse.',
  'There is nothing at this address.': 'Il n’y a rien à cette adresse.',
  'This account has no password yet. Ask the operator of this site to set one.':
    'Ce compte n’a pas encore de mot de passe. Demandez à l’administrateur de ce site d’en définir un.',
  'This account is not there any more.': 'Ce compte n’existe plus.',
  'This account, or you at {1}, is linked to another. Ask the operator of this site to unlink it.':
    'Ce compte, ou le vôtre sur {1}, est associé à un autre. Demandez à l’administrateur de ce site de le dissocier.',
  'This address takes {1} only.': 'Cette adresse n’accepte que {1}.',
  'This app has no category for its uploads; the operator can choose one.':
    'Cette application n’a pas de catégorie pour ses envois ; l’administrateur peut en choisir une.',
  'This cannot be decided about the GIF as it is now.':
    'Cette décision n’est pas possible pour le GIF dans son état actuel.',
  'This is not your password.': 'Ce n’est pas votre mot de passe.',
  'This is the account of an operator. Sign in with its password, then link {1} in its settings.':
    'C’est le compte d’un administrateur. Connectez-vous avec son mot de passe, puis associez {1} dans ses paramètres.',
  'This key does not open this GIF. Check that the whole link was copied.':
    'Cette clé n’ouvre pas ce GIF. Vérifiez que le lien a été copié en entier.',
  'This server needs an API key.': 'Ce serveur nécessite une clé d’API.',
  'This service does not measure GIFs ahead.': 'Ce service ne mesure pas les GIF à l’avance.',
  'Only a GIF that is made anew is measured.': 'Seul un GIF créé à nouveau est mesuré.',
  'There is no measurement with this id.': 'Il n’y a pas de mesure avec cet identifiant.',
  'This service does not fetch links or files ahead; make the GIF to see it.':
    'Ce service ne récupère ni liens ni fichiers à l’avance ; créez le GIF pour le voir.',
  'This service does not take CONNECT.': 'Ce service n’accepte pas CONNECT.',
  'This sign-in has expired, or was started in another window. Try again.':
    'Cette connexion a expiré, ou a été commencée dans une autre fenêtre. Réessayez.',
  'This source is larger than what is kept for one person.':
    'Cette source dépasse ce qui est conservé par personne.',
  'A sticker is not here any more. Choose its file again.':
    'Un sticker n’est plus ici. Choisissez de nouveau son fichier.',
  'A picture is not here any more. Choose it again.': 'Une image n’est plus ici. Choisissez-la de nouveau.',
  '`stickers[]` may be at most {1} pictures.': '`stickers[]` peut avoir au plus {1} images.',
  'This source is not here any more. Choose it again.':
    'Cette source n’est plus ici. Choisissez-la de nouveau.',
  'A GIF is being unpacked for you; let that end first.':
    'Un GIF est déjà en cours d’extraction pour vous ; attendez qu’il soit terminé.',
  'The pictures in `stickers[]` may have at most {1} megapixels together.':
    'Les images de `stickers[]` peuvent avoir au plus {1} mégapixels au total.',
  'Too many GIFs are being unpacked; try again in a moment.':
    'Trop de GIF sont en cours d’extraction ; réessayez dans un instant.',
  'Too many GIFs are waiting to be made; try again in a moment.':
    'Trop de GIF attendent d’être créés ; réessayez dans un instant.',
  'Too many people sign in at once; try again in a moment.':
    'Trop de personnes se connectent en même temps ; réessayez dans un instant.',
  'Too many sources are kept at the moment; try again later.':
    'Trop de sources sont conservées pour le moment ; réessayez plus tard.',
  'Too many uploads are under way; try again in a moment.':
    'Trop d’envois sont en cours ; réessayez dans un instant.',
  'Too many uploads from this address are under way; let them end first.':
    'Trop d’envois sont en cours depuis cette adresse ; laissez-les d’abord se terminer.',
  'Too many wrong passwords {1}; please wait before you try again.':
    'Trop de mots de passe erronés ({1}) ; attendez avant de réessayer.',
  'Uploading needs the key of an app that may upload.':
    'Pour envoyer, il faut la clé d’une application qui peut envoyer.',
  'Use an address of at most {1} characters.': 'Utilisez une adresse de {1} caractères au plus.',
  'What the site sends is too large to be read.': 'Ce que le site envoie est trop volumineux pour être lu.',
  'Without this sign-on nobody could sign in to your account.':
    'Sans cette connexion, personne ne pourrait se connecter à votre compte.',
  'Unpacking the GIF took longer than it may.': 'Décompresser le GIF a pris plus de temps que permis.',
  'You can have {1} webhooks. Delete one that is not used.':
    'Vous pouvez avoir {1} webhooks. Supprimez-en un qui ne sert pas.',
  'You have no account here. Ask the operator of this site for one.':
    'Vous n’avez pas de compte ici. Demandez-en un à l’administrateur de ce site.',
  'You have {1} GIFs waiting to be made, and more cannot be; let some of them end first.':
    'Vous avez {1} GIF en attente de création, et c’est le maximum ; laissez-en d’abord se terminer.',
  'You have {1} unpublished GIFs here, and more cannot be kept: publish or delete some of them first.':
    'Vous avez ici {1} GIF non publiés, et c’est le maximum : publiez-en ou supprimez-en d’abord.',
  'Your account may not change `{1}` of this GIF.':
    'Votre compte ne peut pas modifier « `{1}` » pour ce GIF.',
  'Your email address is not verified at {1}. Verify it there, then sign in again.':
    'Votre adresse e-mail n’est pas vérifiée sur {1}. Vérifiez-la là-bas, puis reconnectez-vous.',
  'Your sources are all in use; let your GIFs be made first.':
    'Vos sources sont toutes utilisées ; laissez d’abord vos GIF se créer.',
  '`alt` must have at most {1} characters.': '`alt` doit avoir {1} caractères au plus.',
  '`category` must be the id of a category; see /api/categories.':
    '`category` doit être l’identifiant d’une catégorie ; voir /api/categories.',
  '`description` must have at most {1} characters.': '`description` doit avoir {1} caractères au plus.',
  '`end` must be greater than `start`.': '`end` doit venir après `start`.',
  '`file` must be one of these: {1}.': '`file` doit être l’un de ceux-ci : {1}.',
  '`name` must have 1 to {1} characters.': '`name` doit avoir de 1 à {1} caractères.',
  '`picture` must be a HEIC, TIFF or BMP picture.': '`picture` doit être une image HEIC, TIFF ou BMP.',
  '`picture` must be at most {1} bytes.': '`picture` doit faire {1} octets au plus.',
  '`pictures[]` must be {1} to {2} pictures.': '`pictures[]` doit contenir de {1} à {2} images.',
  '`reason` must have at most {1} characters.': '`reason` doit avoir {1} caractères au plus.',
  '`statement` must have at most {1} characters.': '`statement` doit avoir {1} caractères au plus.',
  '`tags[]` must be at most {1} tags.': '`tags[]` doit contenir {1} tags au plus.',
  '`title` must have 1 to {1} characters.': '`title` doit avoir de 1 à {1} caractères.',
  '`visibility` must be {1}.': '`visibility` doit être {1}.',
  '`{1}` has the unknown key {2}; known are {3}.': '`{1}` a la clé inconnue {2} ; sont connues : {3}.',
  '`{1}` holds no data.': '`{1}` ne contient aucune donnée.',
  '`{1}` is required.': '`{1}` est obligatoire.',
  '`{1}` may hold at most {2}.': '`{1}` peut contenir {2} au plus.',
  '`{1}` must be one of these: {2}.': '`{1}` doit être l’un de ceux-ci : {2}.',
  'The GIF of `{1}` is hidden by the operator.': 'L’opérateur a masqué le GIF de `{1}`.',
  '`{1}` must be the code of a GIF that you can see.':
    '`{1}` doit être le code d’un GIF que vous pouvez voir.',
  '`{1}` must be {2}, in at most {3} characters.': '`{1}` doit être {2}, en {3} caractères au plus.',
  '`{1}` must be {2}.': '`{1}` doit être {2}.',
  '{1} has more pixels than this service accepts.': '{1} a plus de pixels que ce service n’en accepte.',
  '{1} has more than {2} frames.': '{1} a plus de {2} images.',
  '{1} has nothing at this address.': '{1} n’a rien à cette adresse.',
  '{1} is damaged and could not be decoded.': '{1} est endommagé et illisible.',
  '{1} is damaged: {2}.': '{1} est endommagé : {2}.',
  '{1} takes more memory than this service gives it.':
    '{1} demande plus de mémoire que ce service ne peut en accorder.',
  '{1} takes too long to be decoded.': '{1} prend trop de temps à décoder.',
  '{1}; try again in {2} s.': '{1} ; réessayez dans {2} s.',
  'An account can have {1} collections. Delete one that you no longer need.':
    'Un compte peut avoir {1} collections. Supprimez-en une dont vous n’avez plus besoin.',
  'An account can have {1} favorites. Remove some that you no longer need.':
    'Un compte peut avoir {1} favoris. Retirez-en dont vous n’avez plus besoin.',
  'Choose the category of its uploads.': 'Choisissez la catégorie de ses envois.',
  'The name must have 1 to {1} characters.': 'Le nom doit avoir de 1 à {1} caractères.',
  'The rate must be a whole number from 1 to {1}.': 'Le débit doit être un nombre entier de 1 à {1}.',
  'The password must have at most {1} characters.': 'Le mot de passe peut avoir au plus {1} caractères.',
  'The password needs at least {1} characters.': 'Le mot de passe doit avoir au moins {1} caractères.',
  'Please choose a password that is not your e-mail address.':
    'Choisissez un mot de passe qui ne soit pas votre adresse e-mail.',
  'This password is too common. Choose another, such as three unusual words.':
    'Ce mot de passe est trop courant. Choisissez-en un autre, par exemple trois mots peu courants.',
  '“{1}” is hidden by the operator: until it is shown again, who can see it cannot be changed.':
    '« {1} » est masqué par l’administrateur : tant qu’il n’est pas réaffiché, on ne peut pas changer qui le voit.',
  '“{1}” would have {2} tags, and {3} is the limit: nothing was changed.':
    '« {1} » aurait {2} tags, et la limite est de {3} : rien n’a été modifié.',
  '`rating` must be {1}.': '`rating` doit être {1}.',
  '`{1}` must have at most {2} characters.': '`{1}` doit avoir {2} caractères au plus.',
  'The body is over the limit of {1} MB.': 'La requête dépasse la limite de {1} Mo.',
  '`{1}` is over the limit of {2} MB a file.': '`{1}` dépasse la limite de {2} Mo par fichier.',
  '`{1}` is over the limit of {2} MB for a request.': '`{1}` dépasse la limite de {2} Mo par requête.',
  'The event is longer than {1} bytes.': 'L’événement dépasse {1} octets.',
  'The receiver answered {1}.': 'Le destinataire a répondu {1}.',
  'The receiver did not answer within 10 seconds.': 'Le destinataire n’a pas répondu en 10 secondes.',
  'It could not be sent.': 'L’envoi a échoué.',
  // Parts of other sentences.
  'for this e-mail address': 'pour cette adresse e-mail',
  'from your address': 'depuis votre adresse',
  'from your network': 'depuis votre réseau',
  'Too many calls for this account': 'Trop d’appels pour ce compte',
  'Too many calls for this app': 'Trop d’appels pour cette application',
  'Too many calls from this address': 'Trop d’appels depuis cette adresse',
  'Too many wrong tokens or sign-ins from this address':
    'Trop de jetons ou de connexions erronés depuis cette adresse',
}
