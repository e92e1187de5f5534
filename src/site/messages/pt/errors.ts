/** The sentences of errors by the English ones, which stand where the errors are thrown; see also `source-errors.ts`. */
export const errorSentences: Readonly<Record<string, string>> = {
  'A GIF without the watermark needs a Premium account.':
    'Um GIF sem a marca d’água precisa de uma conta Premium.',
  'A GIF without the watermark needs a Premium account: send its API token.':
    'Um GIF sem a marca d’água precisa de uma conta Premium: envie o token de API dela.',
  'A category code is made of lower-case letters, digits and hyphens.':
    'O código de uma categoria é feito de letras minúsculas, dígitos e hifens.',
  'A category needs a name.': 'Uma categoria precisa de um nome.',
  'A collection can have {1} GIFs. Begin another one.': 'Uma coleção pode ter {1} GIFs. Comece outra.',
  'A file of the snapshot is gone.': 'Um arquivo do instantâneo não existe mais.',
  'A part of the body is transfer-encoded; send it as it is.':
    'Uma parte do corpo tem codificação de transferência; envie-a como é.',
  'A part of the body lacks a header that says `form-data` and its name.':
    'Falta a uma parte do corpo o cabeçalho com `form-data` e o nome dela.',
  'A password {1} is being checked already; try again in a moment.':
    'Já há uma senha em verificação ({1}); tente de novo em instantes.',
  'A private GIF needs an account: send its API token.':
    'Um GIF privado precisa de uma conta: envie o token de API dela.',
  'An account can have {1} tokens. Revoke one that is not used.':
    'Uma conta pode ter {1} tokens. Revogue um que não esteja em uso.',
  'At the moment, {1} can’t be reached. Try again later.':
    'Não é possível acessar {1} no momento. Tente de novo mais tarde.',
  'Choose a category.': 'Escolha uma categoria.',
  'Choose at least one event.': 'Escolha pelo menos um evento.',
  'Choose at least two pictures.': 'Escolha pelo menos duas imagens.',
  'Choose what to change.': 'Escolha o que alterar.',
  'Compressed bodies are not accepted; send it without Content-Encoding.':
    'Corpos comprimidos não são aceitos; envie sem Content-Encoding.',
  'Confirm that it’s you to continue.': 'Confirme que é você para continuar.',
  'Each of `{1}` must have at most {2} characters.': 'Cada um dos `{1}` deve ter no máximo {2} caracteres.',
  'Each of `tags[]` must have at most {1} characters.':
    'Cada uma das `tags[]` deve ter no máximo {1} caracteres.',
  'Enter an e-mail address, such as anna@example.org.': 'Digite um e-mail, por exemplo anna@example.org.',
  'Enter your password to continue.': 'Digite sua senha para continuar.',
  'Give a reason for the decision.': 'Dê um motivo para a decisão.',
  'Larger than the limit of {1} MB.': 'Maior que o limite de {1} MB.',
  'Making GIFs needs an account here: send its API token, or sign in.':
    'Para criar GIFs aqui é preciso uma conta: envie o token de API dela ou entre.',
  'Making the GIF took longer than {1} seconds; try a shorter or smaller clip.':
    'Criar o GIF levou mais de {1} segundos; tente um trecho mais curto ou menor.',
  'Your imports list {1} refused files and copies, and that is the limit. Delete some of them, or wait until the oldest are forgotten.':
    'Suas importações listam {1} arquivos recusados e cópias, e esse é o limite. Exclua alguns ou espere até que os mais antigos sejam esquecidos.',
  'More than {1} files. Send them in several archives.': 'Mais de {1} arquivos. Envie-os em vários pacotes.',
  'No GIF of this kind can be made of this source. Choose it again.':
    'Não dá para criar um GIF deste tipo com esta origem. Escolha-a de novo.',
  'Not a file.': 'Não é um arquivo.',
  'Only an operator may decide about a GIF.': 'Só um administrador pode decidir sobre um GIF.',
  'Only operators merge GIFs.': 'Só administradores mesclam GIFs.',
  'Only the account that asked for this GIF can cancel it.': 'Só a conta que pediu este GIF pode cancelá-lo.',
  'Picture {1} takes more memory than this service gives one.':
    'A imagem {1} precisa de mais memória do que este serviço dá a uma.',
  'Picture {1} is damaged and could not be decoded.': 'A imagem {1} está danificada e não pôde ser lida.',
  'Picture {1} has more pixels than this service accepts.':
    'A imagem {1} tem mais pixels do que este serviço aceita.',
  'Picture {1} is in {2}, which cannot be read here; send a JPEG or PNG instead.':
    'A imagem {1} está em {2}, que não pode ser lido aqui; envie um JPEG ou PNG.',
  'Picture {1} must be one of these: {2}.': 'A imagem {1} deve ser um destes formatos: {2}.',
  'Picture {1} takes too long to be decoded.': 'A imagem {1} demora demais para ser lida.',
  'Publishing needs an account here.': 'Para publicar aqui é preciso uma conta.',
  'Reading the site takes more processor time than this service has for it.':
    'Ler o site exige mais tempo de processamento do que este serviço tem para isso.',
  'Send one of `url`, `file` and `picture`.': 'Envie um destes: `url`, `file` ou `picture`.',
  'Sign-up is closed here. Ask the operator of this site for an account.':
    'O cadastro está fechado aqui. Peça uma conta ao administrador deste site.',
  'Signing in with {1} was canceled.': 'A entrada com {1} foi cancelada.',
  'The Authorization header must be: Bearer, a space, and a token.':
    'O cabeçalho Authorization deve ser: Bearer, um espaço e um token.',
  'The Content-Type of the body must name its boundary, of at most 70 characters.':
    'O Content-Type do corpo deve indicar o boundary, de no máximo 70 caracteres.',
  'The GIF does not fit into {1} bytes: even of {2} x {3} pixels it takes about {4}. Allow it more, or take a shorter clip or fewer frames.':
    'O GIF não cabe em {1} bytes: mesmo com {2} × {3} pixels ele ocupa cerca de {4}. Permita mais, ou use um trecho mais curto ou menos quadros.',
  'The GIF has {1} frames, and at most {2} are unpacked.':
    'O GIF tem {1} quadros, e são extraídos no máximo {2}.',
  'The GIF that is to be kept is gone.': 'O GIF que deveria ficar não existe mais.',
  'The GIF would take about {1} MB, and {2} MB is the most. {3}':
    'O GIF ocuparia cerca de {1} MB, e o máximo é {2} MB. {3}',
  'The JSON of the body is nested deeper than {1} levels.': 'O JSON do corpo tem mais de {1} níveis.',
  'The account of the token was removed.': 'A conta do token foi removida.',
  'The address is a live stream, which has no end.': 'O endereço é uma transmissão ao vivo, que não tem fim.',
  'The address is a streaming playlist, not a video file.':
    'O endereço é uma lista de streaming, não um arquivo de vídeo.',
  'The address of the request could not be read.': 'Não foi possível ler o endereço da solicitação.',
  'The address redirects too many times.': 'O endereço redireciona vezes demais.',
  'The animation cannot be kept as it is: {1}. It can be remade instead.':
    'Não dá para manter a animação como está: {1}. Mas dá para recriá-la.',
  'The answer of {1} could not be verified.': 'Não foi possível verificar a resposta de {1}.',
  'The body is not valid JSON, or was cut short.': 'O corpo não é um JSON válido ou veio incompleto.',
  'The body is not valid urlencoded text: a % must be followed by two hex digits, and the text be UTF-8.':
    'O corpo não é um texto urlencoded válido: depois de % devem vir dois dígitos hexadecimais, e o texto deve ser UTF-8.',
  'The body is too large.': 'O corpo é grande demais.',
  'The body may hold at most {1} fields.': 'O corpo pode ter no máximo {1} campos.',
  'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.':
    'O corpo deve ser application/json, application/x-www-form-urlencoded ou multipart/form-data.',
  'The body must be one JSON object: {"key": value, …}.':
    'O corpo deve ser um objeto JSON: {"key": value, …}.',
  'The body must be {1} or {2}.': 'O corpo deve ser {1} ou {2}.',
  'The body of the request came too slowly; check the connection and try again.':
    'O corpo da solicitação chegou devagar demais; verifique a conexão e tente de novo.',
  'The catalogue cannot be read at the moment. Try again soon.':
    'Não é possível ler o catálogo no momento. Tente de novo em breve.',
  'The change is saved, but its public files could not be taken down yet. This is tried again every few seconds.':
    'A alteração foi salva, mas ainda não foi possível tirar do ar os arquivos públicos. Uma nova tentativa é feita a cada poucos segundos.',
  'The clip is too long for its size; choose a shorter one.':
    'O trecho é longo demais para o tamanho dele; escolha um mais curto.',
  'The connection ended before the body did.': 'A conexão terminou antes do corpo.',
  'The crop reaches over the picture, which is {1} pixels wide and {2} high.':
    'O recorte passa da imagem, que tem {1} pixels de largura e {2} de altura.',
  'The data of `{1}` is not valid base64.': 'Os dados de `{1}` não são base64 válido.',
  'The database is busy with other work; try again in a moment.':
    'O banco de dados está ocupado; tente de novo em instantes.',
  'The database is not one of Gifwright: it has other tables. Give Gifwright a database of its own.':
    'O banco de dados não é do Gifwright: ele tem outras tabelas. Dê ao Gifwright um banco de dados próprio.',
  'The database is of an older version of Gifwright: use that version for this, or stop it and run gifwright migrate.':
    'O banco de dados é de uma versão mais antiga do Gifwright. Use aquela versão para isto, ou pare-a e execute gifwright migrate.',
  'The database is the target of a move that is not finished. Run gifwright move again where it comes from.':
    'O banco de dados é o destino de uma mudança que não terminou. Execute gifwright move de novo na origem.',
  'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.':
    'O banco de dados foi alterado por uma versão mais nova do Gifwright. Inicie aquela versão ou restaure uma cópia anterior.',
  'The e-mail address or the password is wrong.': 'O e-mail ou a senha está incorreto.',
  'The file could not be fetched; try again later.':
    'Não foi possível buscar o arquivo; tente de novo mais tarde.',
  'The file could not be fetched; try again.': 'Não foi possível buscar o arquivo; tente de novo.',
  'The file does not say when its frames are shown.': 'O arquivo não diz quando seus quadros são mostrados.',
  'The file is damaged: no picture in it could be decoded.':
    'O arquivo está danificado: nenhuma imagem dele pôde ser lida.',
  'The file is an unfinished recording or upload: it ended early, before its index or its first picture was written.':
    'O arquivo é uma gravação ou um envio inacabado: ele termina antes que seu índice ou sua primeira imagem fosse gravado.',
  'The file is larger than {1} MB (MAX_UPLOAD_MB).': 'O arquivo é maior que {1} MB (MAX_UPLOAD_MB).',
  'The file is not a video or picture that can be read.':
    'O arquivo não é um vídeo nem uma imagem que possa ser lida.',
  'The file is not an animation of an accepted format.': 'O arquivo não é uma animação em um formato aceito.',
  'The file is not here any more. Send it again.': 'O arquivo não está mais aqui. Envie-o de novo.',
  'The file is not a HEIC, TIFF or BMP picture.': 'O arquivo não é uma imagem HEIC, TIFF ou BMP.',
  'The file made the decoder stop.': 'O arquivo fez o decodificador parar.',
  'The file was changed while it was read.': 'O arquivo foi alterado enquanto era lido.',
  'The files of this GIF are being moved.': 'Os arquivos deste GIF estão sendo movidos.',
  'The frames of this GIF are too large to be unpacked.':
    'Os quadros deste GIF são grandes demais para serem extraídos.',
  'The frames take {1} MB together, and such a GIF may use {2} MB. {3}':
    'Os quadros ocupam juntos {1} MB, e um GIF assim pode usar {2} MB. {3}',
  'The operator of this instance has blocked this account.':
    'O administrador desta instância bloqueou esta conta.',
  'No video found on that page.': 'Nenhum vídeo foi encontrado nessa página.',
  'The password was changed meanwhile. Sign in again.':
    'A senha foi alterada nesse meio-tempo. Entre de novo.',
  'The picture is damaged and could not be decoded.': 'A imagem está danificada e não pôde ser lida.',
  'The picture is in {1}, which cannot be read here; send a JPEG or PNG instead.':
    'A imagem está em {1}, que não pode ser lido aqui; envie um JPEG ou PNG.',
  'The picture has more pixels than this service accepts.':
    'A imagem tem mais pixels do que este serviço aceita.',
  'The picture takes too long to be decoded.': 'A imagem demora demais para ser lida.',
  'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.':
    'As imagens têm juntas mais pixels do que este serviço aceita; escolha menos ou menores.',
  'The place in the list must be a whole number, counted from 1.':
    'A posição na lista deve ser um número inteiro, a partir de 1.',
  'The place of a picture must be a whole number, or empty.':
    'O lugar de uma imagem deve ser um número inteiro ou ficar vazio.',
  'The request could not be read.': 'Não foi possível ler a solicitação.',
  'The request did not come in time.': 'A solicitação não chegou a tempo.',
  'The search index is being built. Try again in a moment.':
    'O índice de busca está sendo criado. Tente de novo em instantes.',
  'The service cannot reach its files now; try again later.':
    'O serviço não consegue acessar seus arquivos agora; tente de novo mais tarde.',
  'This service has moved and saves nothing here any more; try again in a few minutes.':
    'Este serviço mudou de lugar e não grava mais nada aqui; tente de novo em alguns minutos.',
  'The service cannot write to its disk now; try again later.':
    'O serviço não consegue gravar no disco agora; tente de novo mais tarde.',
  'The service has no disk space to save this now; try again later.':
    'O serviço não tem espaço em disco para salvar isto agora; tente de novo mais tarde.',
  'The service has too little free disk space now; try again later.':
    'O serviço tem pouco espaço livre em disco agora; tente de novo mais tarde.',
  'The service is going down; try again in a moment.':
    'O serviço está sendo encerrado; tente de novo em instantes.',
  'The service is going down; try again later.': 'O serviço está sendo encerrado; tente de novo mais tarde.',
  'The source is not here yet; wait until it is.': 'A origem ainda não está aqui; espere até que esteja.',
  'The stored GIF is not the one that was kept.': 'O GIF armazenado não é o que foi mantido.',
  'The text of the body is over the limit of {1} KB.': 'O texto do corpo passa do limite de {1} KB.',
  'The text of the body must be UTF-8.': 'O texto do corpo deve ser UTF-8.',
  'The texts and pictures of `layers` cover more than {1} times the GIF together; use fewer or smaller ones.':
    'Os textos e imagens de `layers` cobrem juntos mais de {1} vezes o GIF; use menos ou menores.',
  'The token is not valid, or was revoked.': 'O token não é válido ou foi revogado.',
  'The upstream server gave no results.': 'O servidor de origem não deu resultados.',
  'The upstream server was asked too often; try again later.':
    'O servidor de origem foi consultado vezes demais; tente de novo mais tarde.',
  'The video has more frames than this service accepts.':
    'O vídeo tem mais quadros do que este serviço aceita.',
  'The video has more pixels in a frame than this service accepts.':
    'O vídeo tem mais pixels por quadro do que este serviço aceita.',
  'The video has more streams than this service accepts.':
    'O vídeo tem mais faixas do que este serviço aceita.',
  'The video is damaged from {1} on; choose another part.':
    'O vídeo está danificado a partir de {1}; escolha outra parte.',
  'The video is over the limit of {1} MB.': 'O vídeo passa do limite de {1} MB.',
  'The video is {1} seconds long; the start must be before that.':
    'O vídeo tem {1} segundos; o início deve ser antes disso.',
  'There are GIFs in this category; move or remove them first.':
    'Há GIFs nesta categoria; mova-os ou remova-os primeiro.',
  'There can be {1} apps. Remove one that is not used.':
    'Pode haver {1} apps. Remova um que não esteja em uso.',
  'There is a category with this code already.': 'Já existe uma categoria com este código.',
  'There is an account with this e-mail address already.': 'Já existe uma conta com este e-mail.',
  'There is an account with this e-mail address already. Sign in instead?':
    'Já existe uma conta com este e-mail. Quer entrar nela?',
  'There is an app with this name already.': 'Já existe um app com este nome.',
  'There is no GIF and no case with this code.': 'Não há GIF nem caso com este código.',
  'There is no GIF to choose from.': 'Não há GIF para escolher.',
  'There is no GIF with this code in the collection.': 'Não há GIF com este código na coleção.',
  'There is no GIF with this code that your account may change.':
    'Não há GIF com este código que sua conta possa alterar.',
  'There is no GIF with this code.': 'Não há GIF com este código.',
  'There is no collection with this code.': 'Não há coleção com este código.',
  'There is no decision about a GIF of yours with this code.':
    'Não há decisão com este código sobre um GIF seu.',
  'There is no delivery that could be sent again; they are kept for 7 days.':
    'Não há entrega que possa ser enviada de novo; elas são guardadas por 7 dias.',
  'There is no file at this address.': 'Não há arquivo neste endereço.',
  'There is no file of this name.': 'Não há arquivo com este nome.',
  'There is no such category any more; choose another.': 'Essa categoria não existe mais; escolha outra.',
  'There is no such category.': 'Essa categoria não existe.',
  'There is no such webhook.': 'Esse webhook não existe.',
  'There is no task with this id.': 'Não há tarefa com este id.',
  'There is no task with this id; tasks are remembered for 7 days.':
    'Não há tarefa com este id; as tarefas são guardadas por 7 dias.',
  'There is no video at the address.': 'Não há vídeo no endereço.',
  'There is nothing at this address.': 'Não há nada neste endereço.',
  'This account has no password yet. Ask the operator of this site to set one.':
    'Esta conta ainda não tem senha. Peça ao administrador deste site para definir uma.',
  'This account is not there any more.': 'Esta conta não existe mais.',
  'This account, or you at {1}, is linked to another. Ask the operator of this site to unlink it.':
    'Esta conta, ou você em {1}, está vinculada a outra. Peça ao administrador deste site para desvinculá-la.',
  'This address takes {1} only.': 'Este endereço só aceita {1}.',
  'This app has no category for its uploads; the operator can choose one.':
    'Este app não tem categoria para seus envios; o administrador pode escolher uma.',
  'This cannot be decided about the GIF as it is now.':
    'Isso não pode ser decidido sobre o GIF como ele está agora.',
  'This is not your password.': 'Esta não é sua senha.',
  'This is the account of an operator. Sign in with its password, then link {1} in its settings.':
    'Esta é a conta de um administrador. Entre com a senha dela e depois vincule {1} nas configurações.',
  'This key does not open this GIF. Check that the whole link was copied.':
    'Esta chave não abre este GIF. Confira se o link foi copiado por inteiro.',
  'This server needs an API key.': 'Este servidor precisa de uma chave de API.',
  'This service does not measure GIFs ahead.': 'Este serviço não mede GIFs com antecedência.',
  'Only a GIF that is made anew is measured.': 'Só é medido um GIF que é criado de novo.',
  'There is no measurement with this id.': 'Não há medição com este id.',
  'This service does not fetch links or files ahead; make the GIF to see it.':
    'Este serviço não busca links nem arquivos com antecedência; crie o GIF para vê-lo.',
  'This service does not take CONNECT.': 'Este serviço não aceita CONNECT.',
  'This sign-in has expired, or was started in another window. Try again.':
    'Esta entrada expirou ou foi iniciada em outra janela. Tente de novo.',
  'This source is larger than what is kept for one person.':
    'Esta origem é maior do que o que se guarda para uma pessoa.',
  'A sticker is not here any more. Choose its file again.':
    'Uma figurinha não está mais aqui. Escolha o arquivo dela de novo.',
  'A picture is not here any more. Choose it again.': 'Uma imagem não está mais aqui. Escolha-a de novo.',
  '`stickers[]` may be at most {1} pictures.': '`stickers[]` pode ter no máximo {1} imagens.',
  'This source is not here any more. Choose it again.': 'Esta origem não está mais aqui. Escolha-a de novo.',
  'A GIF is being unpacked for you; let that end first.':
    'Um GIF já está sendo extraído para você; espere terminar.',
  'The pictures in `stickers[]` may have at most {1} megapixels together.':
    'As imagens de `stickers[]` podem ter no máximo {1} megapixels no total.',
  'Too many GIFs are being unpacked; try again in a moment.':
    'Há GIFs demais sendo extraídos; tente de novo em instantes.',
  'Too many GIFs are waiting to be made; try again in a moment.':
    'Há GIFs demais na fila; tente de novo em instantes.',
  'Too many people sign in at once; try again in a moment.':
    'Há gente demais entrando ao mesmo tempo; tente de novo em instantes.',
  'Too many sources are kept at the moment; try again later.':
    'Há origens demais guardadas no momento; tente de novo mais tarde.',
  'Too many uploads are under way; try again in a moment.':
    'Há envios demais em andamento; tente de novo em instantes.',
  'Too many uploads from this address are under way; let them end first.':
    'Há envios demais deste endereço em andamento; deixe-os terminar primeiro.',
  'Too many wrong passwords {1}; please wait before you try again.':
    'Senhas incorretas demais ({1}); espere antes de tentar de novo.',
  'Uploading needs the key of an app that may upload.':
    'Para enviar é preciso a chave de um app que possa enviar.',
  'Use an address of at most {1} characters.': 'Use um endereço de no máximo {1} caracteres.',
  'What the site sends is too large to be read.': 'O que o site envia é grande demais para ser lido.',
  'Without this sign-on nobody could sign in to your account.':
    'Sem este login, ninguém poderia entrar na sua conta.',
  'Unpacking the GIF took longer than it may.': 'Descompactar o GIF demorou mais do que o permitido.',
  'You can have {1} webhooks. Delete one that is not used.':
    'Você pode ter {1} webhooks. Exclua um que não esteja em uso.',
  'You have no account here. Ask the operator of this site for one.':
    'Você não tem conta aqui. Peça uma ao administrador deste site.',
  'You have {1} GIFs waiting to be made, and more cannot be; let some of them end first.':
    'Você tem {1} GIFs na fila, e não pode haver mais; deixe alguns terminarem primeiro.',
  'You have {1} unpublished GIFs here, and more cannot be kept: publish or delete some of them first.':
    'Você tem {1} GIFs não publicados aqui, e não dá para guardar mais: publique ou exclua alguns primeiro.',
  'Your account may not change `{1}` of this GIF.': 'Sua conta não pode alterar `{1}` deste GIF.',
  'Your email address is not verified at {1}. Verify it there, then sign in again.':
    'Seu e-mail não está verificado em {1}. Verifique-o lá e entre de novo.',
  'Your sources are all in use; let your GIFs be made first.':
    'Suas origens estão todas em uso; espere seus GIFs ficarem prontos.',
  '`alt` must have at most {1} characters.': '`alt` deve ter no máximo {1} caracteres.',
  '`category` must be the id of a category; see /api/categories.':
    '`category` deve ser o id de uma categoria; veja /api/categories.',
  '`description` must have at most {1} characters.': '`description` deve ter no máximo {1} caracteres.',
  '`end` must be greater than `start`.': '`end` precisa vir depois de `start`.',
  '`file` must be one of these: {1}.': '`file` deve ser um destes: {1}.',
  '`name` must have 1 to {1} characters.': '`name` deve ter de 1 a {1} caracteres.',
  '`picture` must be a HEIC, TIFF or BMP picture.': '`picture` deve ser uma imagem HEIC, TIFF ou BMP.',
  '`picture` must be at most {1} bytes.': '`picture` deve ter no máximo {1} bytes.',
  '`pictures[]` must be {1} to {2} pictures.': '`pictures[]` deve ter de {1} a {2} imagens.',
  '`reason` must have at most {1} characters.': '`reason` deve ter no máximo {1} caracteres.',
  '`statement` must have at most {1} characters.': '`statement` deve ter no máximo {1} caracteres.',
  '`tags[]` must be at most {1} tags.': '`tags[]` deve ter no máximo {1} tags.',
  '`title` must have 1 to {1} characters.': '`title` deve ter de 1 a {1} caracteres.',
  '`visibility` must be {1}.': '`visibility` deve ser {1}.',
  '`{1}` has the unknown key {2}; known are {3}.':
    '`{1}` tem a chave desconhecida {2}; as conhecidas são {3}.',
  '`{1}` holds no data.': '`{1}` não contém dados.',
  '`{1}` is required.': '`{1}` é obrigatório.',
  '`{1}` may hold at most {2}.': '`{1}` pode conter no máximo {2}.',
  '`{1}` must be one of these: {2}.': '`{1}` deve ser um destes: {2}.',
  'The GIF of `{1}` is hidden by the operator.': 'O operador ocultou o GIF de `{1}`.',
  '`{1}` must be the code of a GIF that you can see.': '`{1}` deve ser o código de um GIF que você pode ver.',
  '`{1}` must be {2}, in at most {3} characters.': '`{1}` deve ser {2}, com no máximo {3} caracteres.',
  '`{1}` must be {2}.': '`{1}` deve ser {2}.',
  '{1} has more pixels than this service accepts.': '{1} tem mais pixels do que este serviço aceita.',
  '{1} has more than {2} frames.': '{1} tem mais de {2} quadros.',
  '{1} has nothing at this address.': '{1} não tem nada neste endereço.',
  '{1} is damaged and could not be decoded.': '{1} está danificado e não pôde ser lido.',
  '{1} is damaged: {2}.': '{1} está danificado: {2}.',
  '{1} takes more memory than this service gives it.': '{1} exige mais memória do que este serviço oferece.',
  '{1} takes too long to be decoded.': '{1} demora demais para ser lido.',
  '{1}; try again in {2} s.': '{1}; tente de novo em {2} s.',
  'An account can have {1} collections. Delete one that you no longer need.':
    'Uma conta pode ter {1} coleções. Exclua uma de que você não precisa mais.',
  'An account can have {1} favorites. Remove some that you no longer need.':
    'Uma conta pode ter {1} favoritos. Remova alguns de que você não precisa mais.',
  'Choose the category of its uploads.': 'Escolha a categoria dos envios dele.',
  'The name must have 1 to {1} characters.': 'O nome precisa ter de 1 a {1} caracteres.',
  'The rate must be a whole number from 1 to {1}.': 'A taxa precisa ser um número inteiro de 1 a {1}.',
  'The password must have at most {1} characters.': 'A senha pode ter no máximo {1} caracteres.',
  'The password needs at least {1} characters.': 'A senha precisa ter pelo menos {1} caracteres.',
  'Please choose a password that is not your e-mail address.': 'Escolha uma senha que não seja o seu e-mail.',
  'This password is too common. Choose another, such as three unusual words.':
    'Esta senha é comum demais. Escolha outra, como três palavras pouco usadas.',
  '“{1}” is hidden by the operator: until it is shown again, who can see it cannot be changed.':
    '“{1}” foi ocultado pelo administrador: até ser reexibido, não é possível mudar quem o vê.',
  '“{1}” would have {2} tags, and {3} is the limit: nothing was changed.':
    '“{1}” teria {2} tags, e o limite é {3}: nada foi alterado.',
  '`rating` must be {1}.': '`rating` precisa ser {1}.',
  '`{1}` must have at most {2} characters.': '`{1}` pode ter no máximo {2} caracteres.',
  'The body is over the limit of {1} MB.': 'A solicitação passa do limite de {1} MB.',
  '`{1}` is over the limit of {2} MB a file.': '`{1}` passa do limite de {2} MB por arquivo.',
  '`{1}` is over the limit of {2} MB for a request.': '`{1}` passa do limite de {2} MB por solicitação.',
  'The event is longer than {1} bytes.': 'O evento passa de {1} bytes.',
  'The receiver answered {1}.': 'O receptor respondeu {1}.',
  'The receiver did not answer within 10 seconds.': 'O receptor não respondeu em 10 segundos.',
  'It could not be sent.': 'Não foi possível enviar.',
  // Parts of other sentences.
  'for this e-mail address': 'para este e-mail',
  'from your address': 'do seu endereço',
  'from your network': 'da sua rede',
  'Too many calls for this account': 'Chamadas demais para esta conta',
  'Too many calls for this app': 'Chamadas demais para este app',
  'Too many calls from this address': 'Chamadas demais deste endereço',
  'Too many wrong tokens or sign-ins from this address':
    'Tokens ou tentativas de entrada errados demais deste endereço',
}
