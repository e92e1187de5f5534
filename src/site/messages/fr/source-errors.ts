/** The sentences of errors of links, files and the GIFs made of them, by the English ones; the last are parts of others. */
export const sourceErrorSentences: Readonly<Record<string, string>> = {
  'The address and the headers of the request are too large.':
    'L’adresse et les en-têtes de la requête sont trop volumineux.',
  'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.':
    'Le seul Transfer-Encoding accepté est chunked, de HTTP/1.1.',
  'Only http and https addresses can be fetched.':
    'Seules les adresses http et https peuvent être récupérées.',
  'Port {1} may not be used in an address.': 'Le port {1} ne peut pas être utilisé dans une adresse.',
  'The address has control characters in it.': 'L’adresse contient des caractères de contrôle.',
  'The address is longer than {1} characters.': 'L’adresse dépasse {1} caractères.',
  'The address leads into a private network or to this service itself, which is not fetched from.':
    'L’adresse mène à un réseau privé ou à ce service lui-même, d’où rien n’est récupéré.',
  'The address leads on to something that is not an address.':
    'L’adresse redirige vers quelque chose qui n’est pas une adresse.',
  'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.':
    'L’adresse mène à ce service lui-même, d’où rien n’est récupéré. Téléchargez le fichier, puis envoyez-le.',
  'The address must be a whole one, such as https://example.com/clip.mp4.':
    'L’adresse doit être complète, par exemple https://example.com/clip.mp4.',
  'The address must not hold a user name or a password.':
    'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'The address names a host that cannot be.': 'L’adresse indique un hôte qui ne peut pas exister.',
  'There is no host named {1}.': 'Il n’existe pas d’hôte nommé {1}.',
  '{1} could not be reached.': '{1} est injoignable.',
  '{1} did not answer in time.': '{1} n’a pas répondu à temps.',
  '{1} answered with an error (HTTP {2}).': '{1} a répondu par une erreur (HTTP {2}).',
  '{1} does not let this service fetch the address.': '{1} n’autorise pas ce service à récupérer l’adresse.',
  '{1} does not speak HTTP as it should.': '{1} ne répond pas en HTTP valide.',
  '{1} sends too slowly.': '{1} envoie trop lentement.',
  'The connection to {1} broke.': 'La connexion à {1} a été interrompue.',
  'The secure connection to {1} could not be made.': 'La connexion sécurisée à {1} n’a pas pu être établie.',
  'The secure connection to {1} could not be made, because its certificate is not valid.':
    'La connexion sécurisée à {1} n’a pas pu être établie, car son certificat n’est pas valide.',
  'The site cannot be read by the version of yt-dlp that this service has.':
    'La version de yt-dlp de ce service ne peut pas lire ce site.',
  'The site did not answer as it should; try again later.':
    'Le site n’a pas répondu correctement ; réessayez plus tard.',
  'The site does not show this video to everyone.': 'Le site ne montre pas cette vidéo à tout le monde.',
  'The site has nothing at this address.': 'Le site n’a rien à cette adresse.',
  'The site needs more than {1} connections for its video.':
    'Le site demande plus de {1} connexions pour sa vidéo.',
  'The site sends its answer compressed although it was asked not to.':
    'Le site envoie sa réponse compressée, bien qu’on lui ait demandé le contraire.',
  'The site shows no video at this address.': 'Le site ne montre aucune vidéo à cette adresse.',
  'The video could not be fetched within {1} seconds.': 'La vidéo n’a pas pu être récupérée en {1} secondes.',
  'The video is encrypted or streamed in a way that this service cannot read.':
    'La vidéo est chiffrée ou diffusée d’une façon que ce service ne sait pas lire.',
  'This page of the site cannot be read by this service.': 'Ce service ne peut pas lire cette page du site.',
  'This service cannot read that site, because yt-dlp is not installed on it.':
    'Ce service ne peut pas lire ce site, car yt-dlp n’y est pas installé.',
  'This service reads that site in a sandbox only, and has none; its operator can see why in the log.':
    'Ce service ne lit ce site que dans un bac à sable, et n’en a pas ; son administrateur peut voir pourquoi dans le journal.',
  'yt-dlp on this service does not work; its operator can see why in the log.':
    'yt-dlp ne fonctionne pas sur ce service ; son administrateur peut voir pourquoi dans le journal.',
  'A still picture ({1}).': 'Une image fixe ({1}).',
  'An empty file.': 'Un fichier vide.',
  'This is no GIF, WebP, PNG or video file.': 'Ce n’est pas un fichier GIF, WebP, PNG ou vidéo.',
  'Picture {1} has more pixels than this service accepts.':
    'L’image {1} a plus de pixels que ce service n’en accepte.',
  'Picture {1} is damaged and could not be decoded.': 'L’image {1} est endommagée et illisible.',
  'Picture {1} takes more memory than this service gives one.':
    'L’image {1} demande plus de mémoire que ce service ne peut en accorder.',
  'Picture {1} takes too long to be decoded.': 'L’image {1} prend trop de temps à décoder.',
  'The file holds no video.': 'Le fichier ne contient pas de vidéo.',
  'The file is not a HEIC, TIFF or BMP picture.': 'Le fichier n’est pas une image HEIC, TIFF ou BMP.',
  'The file is not a video of an accepted format.': 'Le fichier n’est pas une vidéo d’un format accepté.',
  'The file that was sent for this GIF is not in the backup that was restored. Please make it again.':
    'Le fichier envoyé pour ce GIF n’est pas dans la sauvegarde restaurée. Veuillez le recréer.',
  'The picture is damaged and could not be decoded.': 'L’image est endommagée et illisible.',
  'The video is coded in a way that this service does not read.':
    'La vidéo est encodée d’une façon que ce service ne lit pas.',
  'The video is encrypted.': 'La vidéo est chiffrée.',
  '{1} is larger than {2}; make it smaller or leave it out.':
    '{1} dépasse {2} ; réduisez ce fichier ou laissez-le de côté.',
  'Choose a clip of at most {1} seconds, a width of at most {2} pixels or a `max_bytes`.':
    'Choisissez un extrait de {1} secondes au plus, une largeur de {2} pixels au plus ou un `max_bytes`.',
  'Choose a shorter clip, a smaller width or fewer frames a second.':
    'Choisissez un extrait plus court, une largeur plus petite ou moins d’images par seconde.',
  'Choose fewer or smaller pictures.': 'Choisissez moins d’images ou de plus petites.',
  'Choose fewer pictures, a width of at most {1} pixels or a `max_bytes`.':
    'Choisissez moins d’images, une largeur de {1} pixels au plus ou un `max_bytes`.',
  'Making this GIF failed each time it was tried. Please try another source.':
    'La création de ce GIF a échoué à chaque tentative. Essayez une autre source.',
  'Making this GIF was canceled.': 'La création de ce GIF a été annulée.',
  'Something went wrong on our side while making this GIF. Please try again later.':
    'Un problème est survenu de notre côté pendant la création de ce GIF. Réessayez plus tard.',
  'The GIF would be {1} seconds long, and it may be at most {2}; choose fewer frames or a higher `speed`.':
    'Le GIF durerait {1} secondes, et il peut en durer {2} au plus ; choisissez moins d’images ou une `speed` plus élevée.',
  'The GIFs take more than {1} MB together; choose smaller ones.':
    'Les GIF dépassent {1} Mo ensemble ; choisissez-en de plus petits.',
  'The account that asked for this GIF was removed.': 'Le compte qui a demandé ce GIF a été retiré.',
  'The clip has more frames than this service accepts for their size; choose a shorter one.':
    'L’extrait a, pour sa taille, plus d’images que ce service n’en accepte ; choisissez-en un plus court.',
  'The clip has more frames than this service accepts; choose a shorter one.':
    'L’extrait a plus d’images que ce service n’en accepte ; choisissez-en un plus court.',
  'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.':
    'Le disque des fichiers temporaires n’a pas assez d’espace libre pour les images. Placez TMPDIR dans un dossier d’un autre disque, ou prenez un extrait plus court ou plus petit.',
  '`append` may name at most {1} clips.': '`append` peut nommer {1} animations au plus.',
  '{1} is too large for this: {2}.': '{1} est trop volumineux pour cela : {2}.',
  'The GIF': 'Le GIF',
  'The animated WebP': 'Le WebP animé',
  'frame {1}': 'l’image {1}',
  'it ends within its first frame': 'le fichier se termine dans sa première image',
  'it has more pixels in all its frames than a file of its size may':
    'ses images ont ensemble plus de pixels qu’un fichier de cette taille ne peut en avoir',
  'it has more than 50 frames a second': 'elle a plus de 50 images par seconde',
  'it has more than {1} frames': 'plus de {1} images',
  'it has no frame': 'aucune image à l’intérieur',
  'it has sound, which a GIF has not': 'elle a du son, et un GIF n’en a pas',
  'it has too many pixels': 'trop de pixels',
  'it has {1} x {2} pixels, and the most is {3} million':
    '{1} × {2} pixels, et le maximum est de {3} millions',
  'it is in high dynamic range': 'elle est en HDR',
  'it is interlaced': 'elle est entrelacée',
  'it is no GIF': 'ce n’est pas un GIF',
  'it lasts {1} seconds, and the most is {2}': 'elle dure {1} secondes, et le maximum est de {2}',
  'its header is cut off': 'l’en-tête est tronqué',
  'its screen has no pixels': 'la surface n’a pas de pixels',
  'no pixel of it can be decoded': 'aucun pixel n’est lisible',
  'not all of its frames can be decoded': 'toutes ses images ne sont pas lisibles',
}
