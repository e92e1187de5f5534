/** The sentences of errors of links, files and the GIFs made of them, by the English ones; the last are parts of others. */
export const sourceErrorSentences: Readonly<Record<string, string>> = {
  'The address and the headers of the request are too large.':
    'La dirección y las cabeceras de la solicitud son demasiado grandes.',
  'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.':
    'El único Transfer-Encoding admitido es chunked, de HTTP/1.1.',
  'Only http and https addresses can be fetched.': 'Solo se pueden obtener direcciones http y https.',
  'Port {1} may not be used in an address.': 'No se puede usar el puerto {1} en una dirección.',
  'The address has control characters in it.': 'La dirección contiene caracteres de control.',
  'The address is longer than {1} characters.': 'La dirección tiene más de {1} caracteres.',
  'The address leads into a private network or to this service itself, which is not fetched from.':
    'La dirección lleva a una red privada o a este mismo servicio, de donde no se obtiene nada.',
  'The address leads on to something that is not an address.':
    'La dirección redirige a algo que no es una dirección.',
  'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.':
    'La dirección lleva a este mismo servicio, de donde no se obtiene nada. Descarga el archivo y súbelo.',
  'The address must be a whole one, such as https://example.com/clip.mp4.':
    'La dirección debe estar completa, por ejemplo https://example.com/clip.mp4.',
  'The address must not hold a user name or a password.':
    'La dirección no puede contener un nombre de usuario ni una contraseña.',
  'The address names a host that cannot be.': 'La dirección indica un host que no puede existir.',
  'There is no host named {1}.': 'No existe ningún host llamado {1}.',
  '{1} could not be reached.': 'No se ha podido conectar con {1}.',
  '{1} did not answer in time.': '{1} no ha respondido a tiempo.',
  '{1} answered with an error (HTTP {2}).': '{1} ha respondido con un error (HTTP {2}).',
  '{1} does not let this service fetch the address.':
    '{1} no permite que este servicio obtenga la dirección.',
  '{1} does not speak HTTP as it should.': '{1} no responde con HTTP válido.',
  '{1} sends too slowly.': '{1} envía demasiado despacio.',
  'The connection to {1} broke.': 'Se ha cortado la conexión con {1}.',
  'The secure connection to {1} could not be made.': 'No se ha podido establecer la conexión segura con {1}.',
  'The secure connection to {1} could not be made, because its certificate is not valid.':
    'No se ha podido establecer la conexión segura con {1}, porque su certificado no es válido.',
  'The site cannot be read by the version of yt-dlp that this service has.':
    'La versión de yt-dlp de este servicio no puede leer ese sitio.',
  'The site did not answer as it should; try again later.':
    'El sitio no ha respondido como debía; inténtalo más tarde.',
  'The site does not show this video to everyone.': 'El sitio no muestra este video a todo el mundo.',
  'The site has nothing at this address.': 'El sitio no tiene nada en esta dirección.',
  'The site needs more than {1} connections for its video.':
    'El sitio necesita más de {1} conexiones para su video.',
  'The site sends its answer compressed although it was asked not to.':
    'El sitio envía su respuesta comprimida, aunque se le pidió que no lo hiciera.',
  'The site shows no video at this address.': 'El sitio no muestra ningún video en esta dirección.',
  'The video could not be fetched within {1} seconds.': 'No se ha podido obtener el video en {1} segundos.',
  'The video is encrypted or streamed in a way that this service cannot read.':
    'El video está cifrado o se transmite de un modo que este servicio no puede leer.',
  'This page of the site cannot be read by this service.':
    'Este servicio no puede leer esta página del sitio.',
  'This service cannot read that site, because yt-dlp is not installed on it.':
    'Este servicio no puede leer ese sitio porque no tiene yt-dlp instalado.',
  'This service reads that site in a sandbox only, and has none; its operator can see why in the log.':
    'Este servicio solo lee ese sitio en un entorno aislado y no tiene ninguno; su administrador puede ver el motivo en el registro.',
  'yt-dlp on this service does not work; its operator can see why in the log.':
    'El yt-dlp de este servicio no funciona; su administrador puede ver el motivo en el registro.',
  'A still picture ({1}).': 'Una imagen fija ({1}).',
  'An empty file.': 'Un archivo vacío.',
  'This is no GIF, WebP, PNG or video file.': 'No es un archivo GIF, WebP, PNG ni de video.',
  'Picture {1} has more pixels than this service accepts.':
    'La imagen {1} tiene más píxeles de los que acepta este servicio.',
  'Picture {1} is damaged and could not be decoded.': 'La imagen {1} está dañada y no se puede leer.',
  'Picture {1} takes more memory than this service gives one.':
    'La imagen {1} necesita más memoria de la que este servicio le da.',
  'Picture {1} takes too long to be decoded.': 'La imagen {1} tarda demasiado en leerse.',
  'The file holds no video.': 'El archivo no contiene ningún video.',
  'The file is not a HEIC, TIFF or BMP picture.': 'El archivo no es una imagen HEIC, TIFF ni BMP.',
  'The file is not a video of an accepted format.': 'El archivo no es un video de un formato admitido.',
  'The file that was sent for this GIF is not in the backup that was restored. Please make it again.':
    'El archivo enviado para este GIF no está en la copia de seguridad restaurada. Créalo de nuevo.',
  'The picture is damaged and could not be decoded.': 'La imagen está dañada y no se puede leer.',
  'The video is coded in a way that this service does not read.':
    'El video está codificado de un modo que este servicio no lee.',
  'The video is encrypted.': 'El video está cifrado.',
  '{1} is larger than {2}; make it smaller or leave it out.': '{1} supera {2}; redúcelo o no lo incluyas.',
  'Choose a clip of at most {1} seconds, a width of at most {2} pixels or a `max_bytes`.':
    'Elige un fragmento de {1} segundos como máximo, un ancho de {2} píxeles como máximo o un `max_bytes`.',
  'Choose a shorter clip, a smaller width or fewer frames a second.':
    'Elige un fragmento más corto, un ancho menor o menos fotogramas por segundo.',
  'Choose fewer or smaller pictures.': 'Elige menos imágenes o más pequeñas.',
  'Choose fewer pictures, a width of at most {1} pixels or a `max_bytes`.':
    'Elige menos imágenes, un ancho de {1} píxeles como máximo o un `max_bytes`.',
  'Making this GIF failed each time it was tried. Please try another source.':
    'Este GIF ha fallado en todos los intentos. Prueba con otro origen.',
  'Making this GIF was canceled.': 'Se ha cancelado la creación de este GIF.',
  'Something went wrong on our side while making this GIF. Please try again later.':
    'Algo ha fallado por nuestra parte al crear este GIF. Inténtalo más tarde.',
  'The GIF would be {1} seconds long, and it may be at most {2}; choose fewer frames or a higher `speed`.':
    'El GIF duraría {1} segundos, y puede durar {2} como máximo; elige menos fotogramas o un `speed` mayor.',
  'The GIFs take more than {1} MB together; choose smaller ones.':
    'Los GIF superan {1} MB en total; elige otros más pequeños.',
  'The account that asked for this GIF was removed.': 'La cuenta que pidió este GIF se ha eliminado.',
  'The clip has more frames than this service accepts for their size; choose a shorter one.':
    'El fragmento tiene más fotogramas de los que acepta este servicio para su tamaño; elige uno más corto.',
  'The clip has more frames than this service accepts; choose a shorter one.':
    'El fragmento tiene más fotogramas de los que acepta este servicio; elige uno más corto.',
  'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.':
    'El disco de los archivos temporales no tiene espacio para los fotogramas. Pon TMPDIR en una carpeta de otro disco o usa un fragmento más corto o pequeño.',
  '`append` may name at most {1} clips.': '`append` puede indicar {1} animaciones como máximo.',
  '{1} is too large for this: {2}.': '{1} es demasiado grande para esto: {2}.',
  'The GIF': 'El GIF',
  'The animated WebP': 'El WebP animado',
  'frame {1}': 'el fotograma {1}',
  'it ends within its first frame': 'el archivo termina en su primer fotograma',
  'it has more pixels in all its frames than a file of its size may':
    'todos sus fotogramas tienen más píxeles de los que puede tener un archivo de su tamaño',
  'it has more than 50 frames a second': 'tiene más de 50 fotogramas por segundo',
  'it has more than {1} frames': 'tiene más de {1} fotogramas',
  'it has no frame': 'no tiene ningún fotograma',
  'it has sound, which a GIF has not': 'tiene sonido, y un GIF no lo tiene',
  'it has too many pixels': 'tiene demasiados píxeles',
  'it has {1} x {2} pixels, and the most is {3} million':
    'tiene {1} × {2} píxeles, y el máximo son {3} millones',
  'it is in high dynamic range': 'está en alto rango dinámico',
  'it is interlaced': 'está entrelazada',
  'it is no GIF': 'no es un GIF',
  'it lasts {1} seconds, and the most is {2}': 'dura {1} segundos, y el máximo son {2}',
  'its header is cut off': 'la cabecera está cortada',
  'its screen has no pixels': 'su área no tiene píxeles',
  'no pixel of it can be decoded': 'no se puede leer ningún píxel',
  'not all of its frames can be decoded': 'no todos los fotogramas se pueden leer',
}
