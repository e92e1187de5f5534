/** The sentences of errors by the English ones, which stand where the errors are thrown; see also `source-errors.ts`. */
export const errorSentences: Readonly<Record<string, string>> = {
  'A GIF without the watermark needs a Premium account.':
    'Un GIF sin la marca de agua necesita una cuenta Premium.',
  'A GIF without the watermark needs a Premium account: send its API token.':
    'Un GIF sin la marca de agua necesita una cuenta Premium: envía su token de API.',
  'A category code is made of lower-case letters, digits and hyphens.':
    'El código de una categoría se compone de letras minúsculas, cifras y guiones.',
  'A category needs a name.': 'Una categoría necesita un nombre.',
  'A collection can have {1} GIFs. Begin another one.': 'Una colección puede tener {1} GIF. Empieza otra.',
  'A file of the snapshot is gone.': 'Un archivo de la instantánea ya no existe.',
  'A part of the body is transfer-encoded; send it as it is.':
    'Una parte del cuerpo lleva una codificación de transferencia; envíala tal cual.',
  'A part of the body lacks a header that says `form-data` and its name.':
    'A una parte del cuerpo le falta una cabecera que indique `form-data` y su nombre.',
  'A password {1} is being checked already; try again in a moment.':
    'Ya se está comprobando una contraseña ({1}); inténtalo de nuevo en un momento.',
  'A private GIF needs an account: send its API token.':
    'Un GIF privado necesita una cuenta: envía su token de API.',
  'An account can have {1} tokens. Revoke one that is not used.':
    'Una cuenta puede tener {1} tokens. Revoca alguno que no se use.',
  'At the moment, {1} can’t be reached. Try again later.':
    'Ahora mismo no se puede acceder a {1}. Inténtalo más tarde.',
  'Choose a category.': 'Elige una categoría.',
  'Choose at least one event.': 'Elige al menos un evento.',
  'Choose at least two pictures.': 'Elige al menos dos imágenes.',
  'Choose what to change.': 'Elige qué cambiar.',
  'Compressed bodies are not accepted; send it without Content-Encoding.':
    'No se aceptan cuerpos comprimidos; envíalo sin Content-Encoding.',
  'Confirm that it’s you to continue.': 'Confirma que eres tú para continuar.',
  'Each of `{1}` must have at most {2} characters.':
    'Cada uno de `{1}` debe tener {2} caracteres como máximo.',
  'Each of `tags[]` must have at most {1} characters.':
    'Cada una de `tags[]` debe tener {1} caracteres como máximo.',
  'Enter an e-mail address, such as anna@example.org.':
    'Escribe un correo electrónico, como anna@example.org.',
  'Enter your password to continue.': 'Escribe tu contraseña para continuar.',
  'Give a reason for the decision.': 'Indica el motivo de la decisión.',
  'Larger than the limit of {1} MB.': 'Supera el límite de {1} MB.',
  'Making GIFs needs an account here: send its API token, or sign in.':
    'Aquí hace falta una cuenta para crear GIF: envía su token de API o inicia sesión.',
  'Making the GIF took longer than {1} seconds; try a shorter or smaller clip.':
    'Crear el GIF ha llevado más de {1} segundos; prueba con un fragmento más corto o más pequeño.',
  'Your imports list {1} refused files and copies, and that is the limit. Delete some of them, or wait until the oldest are forgotten.':
    'Tus importaciones muestran {1} archivos rechazados y copias, y ese es el límite. Elimina algunos o espera a que se olviden los más antiguos.',
  'More than {1} files. Send them in several archives.': 'Más de {1} archivos. Envíalos en varios paquetes.',
  'No GIF of this kind can be made of this source. Choose it again.':
    'Con este origen no se puede crear un GIF de este tipo. Elígelo de nuevo.',
  'Not a file.': 'No es un archivo.',
  'Only an operator may decide about a GIF.': 'Solo un administrador puede decidir sobre un GIF.',
  'Only operators merge GIFs.': 'Solo los administradores combinan GIF.',
  'Only the account that asked for this GIF can cancel it.':
    'Solo la cuenta que pidió este GIF puede cancelarlo.',
  'Picture {1} takes more memory than this service gives one.':
    'La imagen {1} necesita más memoria de la que este servicio da a una.',
  'Picture {1} is damaged and could not be decoded.': 'La imagen {1} está dañada y no se ha podido leer.',
  'Picture {1} has more pixels than this service accepts.':
    'La imagen {1} tiene más píxeles de los que acepta este servicio.',
  'Picture {1} is in {2}, which cannot be read here; send a JPEG or PNG instead.':
    'La imagen {1} está en {2}, que aquí no se puede leer; envía un JPEG o PNG en su lugar.',
  'Picture {1} must be one of these: {2}.': 'La imagen {1} debe ser uno de estos formatos: {2}.',
  'Picture {1} takes too long to be decoded.': 'Leer la imagen {1} lleva demasiado tiempo.',
  'Publishing needs an account here.': 'Para publicar se necesita una cuenta aquí.',
  'Reading the site takes more processor time than this service has for it.':
    'Leer el sitio requiere más tiempo de procesador del que este servicio le dedica.',
  'Send one of `url`, `file` and `picture`.': 'Envía uno de estos: `url`, `file` o `picture`.',
  'Sign-up is closed here. Ask the operator of this site for an account.':
    'El registro está cerrado aquí. Pide una cuenta al administrador de este sitio.',
  'Signing in with {1} was canceled.': 'Se ha cancelado el inicio de sesión con {1}.',
  'The Authorization header must be: Bearer, a space, and a token.':
    'La cabecera Authorization debe ser: Bearer, un espacio y un token.',
  'The Content-Type of the body must name its boundary, of at most 70 characters.':
    'El Content-Type del cuerpo debe indicar su delimitador (boundary), de 70 caracteres como máximo.',
  'The GIF does not fit into {1} bytes: even of {2} x {3} pixels it takes about {4}. Allow it more, or take a shorter clip or fewer frames.':
    'El GIF no cabe en {1} bytes: incluso con {2} × {3} píxeles ocupa unos {4}. Permítele más, o usa un fragmento más corto o menos fotogramas.',
  'The GIF has {1} frames, and at most {2} are unpacked.':
    'El GIF tiene {1} fotogramas y se extraen {2} como máximo.',
  'The GIF that is to be kept is gone.': 'El GIF que se debía conservar ya no existe.',
  'The GIF would take about {1} MB, and {2} MB is the most. {3}':
    'El GIF ocuparía unos {1} MB y el máximo es {2} MB. {3}',
  'The JSON of the body is nested deeper than {1} levels.':
    'El JSON del cuerpo está anidado en más de {1} niveles.',
  'The account of the token was removed.': 'La cuenta del token se ha eliminado.',
  'The address is a live stream, which has no end.':
    'La dirección es una transmisión en directo, que no tiene fin.',
  'The address is a streaming playlist, not a video file.':
    'La dirección es una lista de streaming, no un archivo de video.',
  'The address of the request could not be read.': 'No se ha podido leer la dirección de la solicitud.',
  'The address redirects too many times.': 'La dirección redirige demasiadas veces.',
  'The animation cannot be kept as it is: {1}. It can be remade instead.':
    'La animación no se puede conservar como está: {1}. En su lugar, se puede volver a crear.',
  'The answer of {1} could not be verified.': 'No se ha podido verificar la respuesta de {1}.',
  'The body is not valid JSON, or was cut short.': 'El cuerpo no es un JSON válido o está incompleto.',
  'The body is not valid urlencoded text: a % must be followed by two hex digits, and the text be UTF-8.':
    'El cuerpo no es texto urlencoded válido: tras cada % deben ir dos cifras hexadecimales, y el texto debe ser UTF-8.',
  'The body is too large.': 'El cuerpo es demasiado grande.',
  'The body may hold at most {1} fields.': 'El cuerpo puede contener {1} campos como máximo.',
  'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.':
    'El cuerpo debe ser application/json, application/x-www-form-urlencoded o multipart/form-data.',
  'The body must be one JSON object: {"key": value, …}.':
    'El cuerpo debe ser un objeto JSON: {"key": value, …}.',
  'The body must be {1} or {2}.': 'El cuerpo debe ser {1} o {2}.',
  'The body of the request came too slowly; check the connection and try again.':
    'El cuerpo de la solicitud llegó demasiado despacio; comprueba la conexión e inténtalo de nuevo.',
  'The catalogue cannot be read at the moment. Try again soon.':
    'El catálogo no se puede leer en este momento. Inténtalo de nuevo pronto.',
  'The change is saved, but its public files could not be taken down yet. This is tried again every few seconds.':
    'El cambio está guardado, pero sus archivos públicos todavía no se han podido retirar. Se vuelve a intentar cada pocos segundos.',
  'The clip is too long for its size; choose a shorter one.':
    'El fragmento es demasiado largo para su tamaño; elige uno más corto.',
  'The connection ended before the body did.': 'La conexión terminó antes que el cuerpo.',
  'The crop reaches over the picture, which is {1} pixels wide and {2} high.':
    'El recorte se sale de la imagen, que tiene {1} píxeles de ancho y {2} de alto.',
  'The data of `{1}` is not valid base64.': 'Los datos de `{1}` no son base64 válido.',
  'The database is busy with other work; try again in a moment.':
    'La base de datos está ocupada con otras tareas; inténtalo de nuevo en un momento.',
  'The database is not one of Gifwright: it has other tables. Give Gifwright a database of its own.':
    'La base de datos no es de Gifwright: tiene otras tablas. Dale a Gifwright una base de datos propia.',
  'The database is of an older version of Gifwright: use that version for this, or stop it and run gifwright migrate.':
    'La base de datos es de una versión anterior de Gifwright. Usa esa versión para esto, o detenla y ejecuta gifwright migrate.',
  'The database is the target of a move that is not finished. Run gifwright move again where it comes from.':
    'La base de datos es el destino de un traslado sin terminar. Ejecuta otra vez gifwright move en el lugar de origen.',
  'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.':
    'Una versión más reciente de Gifwright cambió la base de datos. Inicia esa versión o restaura una copia anterior.',
  'The e-mail address or the password is wrong.': 'El correo electrónico o la contraseña no son correctos.',
  'The file could not be fetched; try again later.':
    'No se ha podido obtener el archivo; inténtalo más tarde.',
  'The file could not be fetched; try again.': 'No se ha podido obtener el archivo; inténtalo de nuevo.',
  'The file does not say when its frames are shown.':
    'El archivo no indica cuándo se muestran sus fotogramas.',
  'The file is damaged: no picture in it could be decoded.':
    'El archivo está dañado: no se ha podido leer ninguna imagen.',
  'The file is an unfinished recording or upload: it ended early, before its index or its first picture was written.':
    'El archivo es una grabación o una subida sin terminar: acaba antes de que se escribiera su índice o su primera imagen.',
  'The file is larger than {1} MB (MAX_UPLOAD_MB).': 'El archivo ocupa más de {1} MB (MAX_UPLOAD_MB).',
  'The file is not a video or picture that can be read.':
    'El archivo no es un video ni una imagen que se pueda leer.',
  'The file is not an animation of an accepted format.':
    'El archivo no es una animación en un formato admitido.',
  'The file is not here any more. Send it again.': 'El archivo ya no está aquí. Envíalo de nuevo.',
  'The file is not a HEIC, TIFF or BMP picture.': 'El archivo no es una imagen HEIC, TIFF o BMP.',
  'The file made the decoder stop.': 'El archivo ha detenido el decodificador.',
  'The file was changed while it was read.': 'El archivo cambió mientras se leía.',
  'The files of this GIF are being moved.': 'Los archivos de este GIF se están moviendo.',
  'The frames of this GIF are too large to be unpacked.':
    'Los fotogramas de este GIF son demasiado grandes para extraerlos.',
  'The frames take {1} MB together, and such a GIF may use {2} MB. {3}':
    'Los fotogramas ocupan {1} MB en total, y un GIF así puede usar {2} MB. {3}',
  'The operator of this instance has blocked this account.':
    'El administrador de esta instancia ha bloqueado esta cuenta.',
  'No video found on that page.': 'No se encontró ningún video en esa página.',
  'The password was changed meanwhile. Sign in again.':
    'La contraseña se ha cambiado mientras tanto. Inicia sesión de nuevo.',
  'The picture is damaged and could not be decoded.': 'La imagen está dañada y no se ha podido leer.',
  'The picture is in {1}, which cannot be read here; send a JPEG or PNG instead.':
    'La imagen está en {1}, que aquí no se puede leer; envía un JPEG o PNG en su lugar.',
  'The picture has more pixels than this service accepts.':
    'La imagen tiene más píxeles de los que acepta este servicio.',
  'The picture takes too long to be decoded.': 'Leer la imagen lleva demasiado tiempo.',
  'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.':
    'Las imágenes suman más píxeles de los que acepta este servicio; elige menos o más pequeñas.',
  'The place in the list must be a whole number, counted from 1.':
    'El lugar en la lista debe ser un número entero a partir de 1.',
  'The place of a picture must be a whole number, or empty.':
    'El lugar de una imagen debe ser un número entero o quedar vacío.',
  'The request could not be read.': 'No se ha podido leer la solicitud.',
  'The request did not come in time.': 'La solicitud no llegó a tiempo.',
  'The search index is being built. Try again in a moment.':
    'El índice de búsqueda se está creando. Inténtalo de nuevo en un momento.',
  'The service cannot reach its files now; try again later.':
    'El servicio no puede acceder ahora a sus archivos; inténtalo más tarde.',
  'This service has moved and saves nothing here any more; try again in a few minutes.':
    'Este servicio se ha trasladado y aquí ya no guarda nada; inténtalo dentro de unos minutos.',
  'The service cannot write to its disk now; try again later.':
    'El servicio no puede escribir ahora en su disco; inténtalo más tarde.',
  'The service has no disk space to save this now; try again later.':
    'El servicio no tiene ahora espacio en disco para guardar esto; inténtalo más tarde.',
  'The service has too little free disk space now; try again later.':
    'El servicio tiene ahora muy poco espacio libre en disco; inténtalo más tarde.',
  'The service is going down; try again in a moment.':
    'El servicio se está deteniendo; inténtalo de nuevo en un momento.',
  'The service is going down; try again later.': 'El servicio se está deteniendo; inténtalo más tarde.',
  'The source is not here yet; wait until it is.': 'El origen todavía no está aquí; espera a que llegue.',
  'The stored GIF is not the one that was kept.': 'El GIF guardado no es el que se conservó.',
  'The text of the body is over the limit of {1} KB.': 'El texto del cuerpo supera el límite de {1} KB.',
  'The text of the body must be UTF-8.': 'El texto del cuerpo debe ser UTF-8.',
  'The texts and pictures of `layers` cover more than {1} times the GIF together; use fewer or smaller ones.':
    'Los textos y las imágenes de `layers` cubren en total más de {1} veces el GIF; usa menos o más pequeños.',
  'The token is not valid, or was revoked.': 'El token no es válido o se ha revocado.',
  'The upstream server gave no results.': 'El otro servidor no ha dado resultados.',
  'The upstream server was asked too often; try again later.':
    'Se ha consultado el otro servidor con demasiada frecuencia; inténtalo más tarde.',
  'The video has more frames than this service accepts.':
    'El video tiene más fotogramas de los que acepta este servicio.',
  'The video has more pixels in a frame than this service accepts.':
    'Los fotogramas del video tienen más píxeles de los que acepta este servicio.',
  'The video has more streams than this service accepts.':
    'El video tiene más pistas de las que acepta este servicio.',
  'The video is damaged from {1} on; choose another part.':
    'El video está dañado a partir de {1}; elige otra parte.',
  'The video is over the limit of {1} MB.': 'El video supera el límite de {1} MB.',
  'The video is {1} seconds long; the start must be before that.':
    'El video dura {1} segundos; el inicio debe ser anterior.',
  'There are GIFs in this category; move or remove them first.':
    'Hay GIF en esta categoría; muévelos o retíralos primero.',
  'There can be {1} apps. Remove one that is not used.':
    'Puede haber {1} aplicaciones. Elimina alguna que no se use.',
  'There is a category with this code already.': 'Ya existe una categoría con este código.',
  'There is an account with this e-mail address already.':
    'Ya existe una cuenta con este correo electrónico.',
  'There is an account with this e-mail address already. Sign in instead?':
    'Ya existe una cuenta con este correo electrónico. ¿Quieres iniciar sesión?',
  'There is an app with this name already.': 'Ya existe una aplicación con este nombre.',
  'There is no GIF and no case with this code.': 'No hay ningún GIF ni ningún caso con este código.',
  'There is no GIF to choose from.': 'No hay ningún GIF para elegir.',
  'There is no GIF with this code in the collection.': 'No hay ningún GIF con este código en la colección.',
  'There is no GIF with this code that your account may change.':
    'No hay ningún GIF con este código que tu cuenta pueda cambiar.',
  'There is no GIF with this code.': 'No hay ningún GIF con este código.',
  'There is no collection with this code.': 'No hay ninguna colección con este código.',
  'There is no decision about a GIF of yours with this code.':
    'No hay ninguna decisión con este código sobre un GIF tuyo.',
  'There is no delivery that could be sent again; they are kept for 7 days.':
    'No hay ninguna entrega que se pueda volver a enviar; se conservan 7 días.',
  'There is no file at this address.': 'No hay ningún archivo en esta dirección.',
  'There is no file of this name.': 'No hay ningún archivo con este nombre.',
  'There is no such category any more; choose another.': 'Esa categoría ya no existe; elige otra.',
  'There is no such category.': 'Esa categoría no existe.',
  'There is no such webhook.': 'Ese webhook no existe.',
  'There is no task with this id.': 'No hay ninguna tarea con este identificador.',
  'There is no task with this id; tasks are remembered for 7 days.':
    'No hay ninguna tarea con este identificador; las tareas se conservan 7 días.',
  'There is no video at the address.': 'No hay ningún video en la dirección.',
  'There is nothing at this address.': 'No hay nada en esta dirección.',
  'This account has no password yet. Ask the operator of this site to set one.':
    'Esta cuenta todavía no tiene contraseña. Pide al administrador de este sitio que establezca una.',
  'This account is not there any more.': 'Esta cuenta ya no existe.',
  'This account, or you at {1}, is linked to another. Ask the operator of this site to unlink it.':
    'Esta cuenta, o la tuya en {1}, está vinculada a otra. Pide al administrador de este sitio que la desvincule.',
  'This address takes {1} only.': 'Esta dirección solo acepta {1}.',
  'This app has no category for its uploads; the operator can choose one.':
    'Esta aplicación no tiene una categoría para sus subidas; el administrador puede elegir una.',
  'This cannot be decided about the GIF as it is now.':
    'Esto no se puede decidir sobre el GIF tal como está ahora.',
  'This is not your password.': 'Esta no es tu contraseña.',
  'This is the account of an operator. Sign in with its password, then link {1} in its settings.':
    'Esta es la cuenta de un administrador. Inicia sesión con su contraseña y luego vincula {1} en su configuración.',
  'This key does not open this GIF. Check that the whole link was copied.':
    'Esta clave no abre este GIF. Comprueba que se haya copiado el enlace completo.',
  'This server needs an API key.': 'Este servidor necesita una clave de API.',
  'This service does not measure GIFs ahead.': 'Este servicio no mide los GIF por adelantado.',
  'Only a GIF that is made anew is measured.': 'Solo se mide un GIF que se crea de nuevo.',
  'There is no measurement with this id.': 'No hay ninguna medición con este id.',
  'This service does not fetch links or files ahead; make the GIF to see it.':
    'Este servicio no prepara enlaces ni archivos por adelantado; crea el GIF para verlo.',
  'This service does not take CONNECT.': 'Este servicio no acepta CONNECT.',
  'This sign-in has expired, or was started in another window. Try again.':
    'Este inicio de sesión ha caducado o empezó en otra ventana. Inténtalo de nuevo.',
  'This source is larger than what is kept for one person.':
    'Este origen ocupa más de lo que se guarda para una persona.',
  'A sticker is not here any more. Choose its file again.':
    'Un sticker ya no está aquí. Elige de nuevo su archivo.',
  'A picture is not here any more. Choose it again.': 'Una imagen ya no está aquí. Elígela de nuevo.',
  '`stickers[]` may be at most {1} pictures.': '`stickers[]` puede tener como máximo {1} imágenes.',
  'This source is not here any more. Choose it again.': 'Este origen ya no está aquí. Elígelo de nuevo.',
  'A GIF is being unpacked for you; let that end first.':
    'Ya se está extrayendo un GIF para ti; espera a que termine.',
  'The pictures in `stickers[]` may have at most {1} megapixels together.':
    'Las imágenes de `stickers[]` pueden tener como máximo {1} megapíxeles en total.',
  'Too many GIFs are being unpacked; try again in a moment.':
    'Se están extrayendo demasiados GIF; inténtalo de nuevo en un momento.',
  'Too many GIFs are waiting to be made; try again in a moment.':
    'Hay demasiados GIF en espera; inténtalo de nuevo en un momento.',
  'Too many people sign in at once; try again in a moment.':
    'Demasiadas personas inician sesión a la vez; inténtalo de nuevo en un momento.',
  'Too many sources are kept at the moment; try again later.':
    'En este momento se guardan demasiados orígenes; inténtalo más tarde.',
  'Too many uploads are under way; try again in a moment.':
    'Hay demasiadas subidas en curso; inténtalo de nuevo en un momento.',
  'Too many uploads from this address are under way; let them end first.':
    'Hay demasiadas subidas en curso desde esta dirección; espera a que terminen.',
  'Too many wrong passwords {1}; please wait before you try again.':
    'Demasiadas contraseñas incorrectas ({1}); espera antes de volver a intentarlo.',
  'Uploading needs the key of an app that may upload.':
    'Para subir se necesita la clave de una aplicación que pueda hacerlo.',
  'Use an address of at most {1} characters.': 'Usa una dirección de {1} caracteres como máximo.',
  'What the site sends is too large to be read.': 'Lo que envía el sitio es demasiado grande para leerlo.',
  'Without this sign-on nobody could sign in to your account.':
    'Sin este inicio de sesión nadie podría entrar en tu cuenta.',
  'Unpacking the GIF took longer than it may.': 'Descomprimir el GIF ha tardado más de lo permitido.',
  'You can have {1} webhooks. Delete one that is not used.':
    'Puedes tener {1} webhooks. Elimina alguno que no se use.',
  'You have no account here. Ask the operator of this site for one.':
    'No tienes una cuenta aquí. Pide una al administrador de este sitio.',
  'You have {1} GIFs waiting to be made, and more cannot be; let some of them end first.':
    'Tienes {1} GIF en espera y no puede haber más; deja que terminen algunos primero.',
  'You have {1} unpublished GIFs here, and more cannot be kept: publish or delete some of them first.':
    'Tienes aquí {1} GIF sin publicar y no se pueden guardar más: publica o elimina algunos primero.',
  'Your account may not change `{1}` of this GIF.': 'Tu cuenta no puede cambiar `{1}` de este GIF.',
  'Your email address is not verified at {1}. Verify it there, then sign in again.':
    'Tu correo electrónico no está verificado en {1}. Verifícalo allí e inicia sesión de nuevo.',
  'Your sources are all in use; let your GIFs be made first.':
    'Todos tus orígenes están en uso; deja que se creen primero tus GIF.',
  '`alt` must have at most {1} characters.': '`alt` debe tener {1} caracteres como máximo.',
  '`category` must be the id of a category; see /api/categories.':
    '`category` debe ser el identificador de una categoría; consulta /api/categories.',
  '`description` must have at most {1} characters.': '`description` debe tener {1} caracteres como máximo.',
  '`end` must be greater than `start`.': 'El `end` debe ser posterior al `start`.',
  '`file` must be one of these: {1}.': '`file` debe ser uno de estos: {1}.',
  '`name` must have 1 to {1} characters.': '`name` debe tener de 1 a {1} caracteres.',
  '`picture` must be a HEIC, TIFF or BMP picture.': '`picture` debe ser una imagen HEIC, TIFF o BMP.',
  '`picture` must be at most {1} bytes.': '`picture` debe ocupar {1} bytes como máximo.',
  '`pictures[]` must be {1} to {2} pictures.': '`pictures[]` deben ser de {1} a {2} imágenes.',
  '`reason` must have at most {1} characters.': '`reason` debe tener {1} caracteres como máximo.',
  '`statement` must have at most {1} characters.': '`statement` debe tener {1} caracteres como máximo.',
  '`tags[]` must be at most {1} tags.': '`tags[]` deben ser {1} etiquetas como máximo.',
  '`title` must have 1 to {1} characters.': '`title` debe tener de 1 a {1} caracteres.',
  '`visibility` must be {1}.': '`visibility` debe ser {1}.',
  '`{1}` has the unknown key {2}; known are {3}.':
    '`{1}` tiene la clave desconocida {2}; las conocidas son {3}.',
  '`{1}` holds no data.': '`{1}` no contiene datos.',
  '`{1}` is required.': 'Falta `{1}`.',
  '`{1}` may hold at most {2}.': '`{1}` puede contener {2} como máximo.',
  '`{1}` must be one of these: {2}.': '`{1}` debe ser uno de estos: {2}.',
  'The GIF of `{1}` is hidden by the operator.': 'El operador ha ocultado el GIF de `{1}`.',
  '`{1}` must be the code of a GIF that you can see.': '`{1}` debe ser el código de un GIF que puedas ver.',
  '`{1}` must be {2}, in at most {3} characters.': '`{1}` debe ser {2}, con {3} caracteres como máximo.',
  '`{1}` must be {2}.': '`{1}` debe ser {2}.',
  '{1} has more pixels than this service accepts.': '{1} tiene más píxeles de los que acepta este servicio.',
  '{1} has more than {2} frames.': '{1} tiene más de {2} fotogramas.',
  '{1} has nothing at this address.': '{1} no tiene nada en esta dirección.',
  '{1} is damaged and could not be decoded.': '{1} está dañado y no se ha podido leer.',
  '{1} is damaged: {2}.': '{1} está dañado: {2}.',
  '{1} takes more memory than this service gives it.':
    '{1} necesita más memoria de la que este servicio le da.',
  '{1} takes too long to be decoded.': 'Leer {1} lleva demasiado tiempo.',
  '{1}; try again in {2} s.': '{1}; inténtalo de nuevo en {2} s.',
  'An account can have {1} collections. Delete one that you no longer need.':
    'Una cuenta puede tener {1} colecciones. Elimina alguna que ya no necesites.',
  'An account can have {1} favorites. Remove some that you no longer need.':
    'Una cuenta puede tener {1} favoritos. Quita algunos que ya no necesites.',
  'Choose the category of its uploads.': 'Elige la categoría de sus subidas.',
  'The name must have 1 to {1} characters.': 'El nombre debe tener de 1 a {1} caracteres.',
  'The rate must be a whole number from 1 to {1}.': 'La tasa debe ser un número entero de 1 a {1}.',
  'The password must have at most {1} characters.': 'La contraseña puede tener como máximo {1} caracteres.',
  'The password needs at least {1} characters.': 'La contraseña necesita al menos {1} caracteres.',
  'Please choose a password that is not your e-mail address.':
    'Elige una contraseña que no sea tu correo electrónico.',
  'This password is too common. Choose another, such as three unusual words.':
    'Esta contraseña es demasiado común. Elige otra, por ejemplo tres palabras poco habituales.',
  '“{1}” is hidden by the operator: until it is shown again, who can see it cannot be changed.':
    '“{1}” está oculto por el administrador: hasta que se vuelva a mostrar, no se puede cambiar quién lo ve.',
  '“{1}” would have {2} tags, and {3} is the limit: nothing was changed.':
    '“{1}” tendría {2} etiquetas, y el límite es {3}: no se ha cambiado nada.',
  '`rating` must be {1}.': '`rating` debe ser {1}.',
  '`{1}` must have at most {2} characters.': '`{1}` puede tener como máximo {2} caracteres.',
  'The body is over the limit of {1} MB.': 'La solicitud supera el límite de {1} MB.',
  '`{1}` is over the limit of {2} MB a file.': '`{1}` supera el límite de {2} MB por archivo.',
  '`{1}` is over the limit of {2} MB for a request.': '`{1}` supera el límite de {2} MB por solicitud.',
  'The event is longer than {1} bytes.': 'El evento ocupa más de {1} bytes.',
  'The receiver answered {1}.': 'El receptor ha respondido {1}.',
  'The receiver did not answer within 10 seconds.': 'El receptor no ha respondido en 10 segundos.',
  'It could not be sent.': 'No se ha podido enviar.',
  // Parts of other sentences.
  'for this e-mail address': 'para este correo electrónico',
  'from your address': 'desde tu dirección',
  'from your network': 'desde tu red',
  'Too many calls for this account': 'Demasiadas llamadas para esta cuenta',
  'Too many calls for this app': 'Demasiadas llamadas para esta aplicación',
  'Too many calls from this address': 'Demasiadas llamadas desde esta dirección',
  'Too many wrong tokens or sign-ins from this address':
    'Demasiados tokens o inicios de sesión incorrectos desde esta dirección',
}
