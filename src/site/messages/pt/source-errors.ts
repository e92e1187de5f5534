/** The sentences of errors of links, files and the GIFs made of them, by the English ones; the last are parts of others. */
export const sourceErrorSentences: Readonly<Record<string, string>> = {
  'The address and the headers of the request are too large.':
    'O endereço e os cabeçalhos da solicitação são grandes demais.',
  'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.':
    'O único Transfer-Encoding aceito é chunked, do HTTP/1.1.',
  'Only http and https addresses can be fetched.': 'Só é possível buscar endereços http e https.',
  'Port {1} may not be used in an address.': 'A porta {1} não pode ser usada em um endereço.',
  'The address has control characters in it.': 'O endereço contém caracteres de controle.',
  'The address is longer than {1} characters.': 'O endereço tem mais de {1} caracteres.',
  'The address leads into a private network or to this service itself, which is not fetched from.':
    'O endereço leva a uma rede privada ou a este próprio serviço, de onde nada é buscado.',
  'The address leads on to something that is not an address.':
    'O endereço redireciona para algo que não é um endereço.',
  'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.':
    'O endereço leva a este próprio serviço, de onde nada é buscado. Baixe o arquivo e envie-o.',
  'The address must be a whole one, such as https://example.com/clip.mp4.':
    'O endereço precisa ser completo, como https://example.com/clip.mp4.',
  'The address must not hold a user name or a password.':
    'O endereço não pode conter nome de usuário nem senha.',
  'The address names a host that cannot be.': 'O endereço indica um host que não pode existir.',
  'There is no host named {1}.': 'Não existe um host chamado {1}.',
  '{1} could not be reached.': 'Não foi possível acessar {1}.',
  '{1} did not answer in time.': '{1} não respondeu a tempo.',
  '{1} answered with an error (HTTP {2}).': '{1} respondeu com um erro (HTTP {2}).',
  '{1} does not let this service fetch the address.': '{1} não permite que este serviço busque o endereço.',
  '{1} does not speak HTTP as it should.': '{1} não responde em HTTP válido.',
  '{1} sends too slowly.': '{1} envia devagar demais.',
  'The connection to {1} broke.': 'A conexão com {1} caiu.',
  'The secure connection to {1} could not be made.': 'Não foi possível estabelecer a conexão segura com {1}.',
  'The secure connection to {1} could not be made, because its certificate is not valid.':
    'Não foi possível estabelecer a conexão segura com {1}, porque o certificado não é válido.',
  'The site cannot be read by the version of yt-dlp that this service has.':
    'A versão do yt-dlp deste serviço não consegue ler esse site.',
  'The site did not answer as it should; try again later.':
    'O site não respondeu como deveria; tente de novo mais tarde.',
  'The site does not show this video to everyone.': 'O site não mostra este vídeo para todos.',
  'The site has nothing at this address.': 'O site não tem nada neste endereço.',
  'The site needs more than {1} connections for its video.':
    'O site precisa de mais de {1} conexões para o vídeo.',
  'The site sends its answer compressed although it was asked not to.':
    'O site envia a resposta comprimida, embora isso não tenha sido pedido.',
  'The site shows no video at this address.': 'O site não mostra nenhum vídeo neste endereço.',
  'The video could not be fetched within {1} seconds.': 'Não foi possível buscar o vídeo em {1} segundos.',
  'The video is encrypted or streamed in a way that this service cannot read.':
    'O vídeo está criptografado ou é transmitido de um jeito que este serviço não consegue ler.',
  'This page of the site cannot be read by this service.':
    'Este serviço não consegue ler esta página do site.',
  'This service cannot read that site, because yt-dlp is not installed on it.':
    'Este serviço não consegue ler esse site, porque o yt-dlp não está instalado nele.',
  'This service reads that site in a sandbox only, and has none; its operator can see why in the log.':
    'Este serviço só lê esse site em um ambiente isolado, e não tem nenhum; o administrador pode ver o motivo no log.',
  'yt-dlp on this service does not work; its operator can see why in the log.':
    'O yt-dlp deste serviço não funciona; o administrador pode ver o motivo no log.',
  'A still picture ({1}).': 'Uma imagem estática ({1}).',
  'An empty file.': 'Um arquivo vazio.',
  'This is no GIF, WebP, PNG or video file.': 'Não é um arquivo GIF, WebP, PNG nem de vídeo.',
  'Picture {1} has more pixels than this service accepts.':
    'A imagem {1} tem mais pixels do que este serviço aceita.',
  'Picture {1} is damaged and could not be decoded.': 'A imagem {1} está danificada e não pode ser lida.',
  'Picture {1} takes more memory than this service gives one.':
    'A imagem {1} precisa de mais memória do que este serviço oferece.',
  'Picture {1} takes too long to be decoded.': 'A imagem {1} demora demais para ser lida.',
  'The file holds no video.': 'O arquivo não contém vídeo.',
  'The file is not a HEIC, TIFF or BMP picture.': 'O arquivo não é uma imagem HEIC, TIFF nem BMP.',
  'The file is not a video of an accepted format.': 'O arquivo não é um vídeo em um formato aceito.',
  'The file that was sent for this GIF is not in the backup that was restored. Please make it again.':
    'O arquivo enviado para este GIF não está no backup restaurado. Crie-o de novo.',
  'The picture is damaged and could not be decoded.': 'A imagem está danificada e não pode ser lida.',
  'The video is coded in a way that this service does not read.':
    'O vídeo está codificado de um jeito que este serviço não lê.',
  'The video is encrypted.': 'O vídeo está criptografado.',
  '{1} is larger than {2}; make it smaller or leave it out.':
    '{1} passa de {2}; reduza o arquivo ou deixe-o de fora.',
  'Choose a clip of at most {1} seconds, a width of at most {2} pixels or a `max_bytes`.':
    'Escolha um trecho de até {1} segundos, uma largura de até {2} pixels ou um `max_bytes`.',
  'Choose a shorter clip, a smaller width or fewer frames a second.':
    'Escolha um trecho mais curto, uma largura menor ou menos quadros por segundo.',
  'Choose fewer or smaller pictures.': 'Escolha menos imagens ou imagens menores.',
  'Choose fewer pictures, a width of at most {1} pixels or a `max_bytes`.':
    'Escolha menos imagens, uma largura de até {1} pixels ou um `max_bytes`.',
  'Making this GIF failed each time it was tried. Please try another source.':
    'A criação deste GIF falhou em todas as tentativas. Tente outra origem.',
  'Making this GIF was canceled.': 'A criação deste GIF foi cancelada.',
  'Something went wrong on our side while making this GIF. Please try again later.':
    'Algo deu errado do nosso lado ao criar este GIF. Tente de novo mais tarde.',
  'The GIF would be {1} seconds long, and it may be at most {2}; choose fewer frames or a higher `speed`.':
    'O GIF teria {1} segundos, e pode ter no máximo {2}; escolha menos quadros ou um `speed` maior.',
  'The GIFs take more than {1} MB together; choose smaller ones.':
    'Os GIFs passam de {1} MB no total; escolha menores.',
  'The account that asked for this GIF was removed.': 'A conta que pediu este GIF foi removida.',
  'The clip has more frames than this service accepts for their size; choose a shorter one.':
    'O trecho tem, para o tamanho, mais quadros do que este serviço aceita; escolha um mais curto.',
  'The clip has more frames than this service accepts; choose a shorter one.':
    'O trecho tem mais quadros do que este serviço aceita; escolha um mais curto.',
  'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.':
    'O disco dos arquivos temporários não tem espaço para os quadros. Aponte TMPDIR para uma pasta em outro disco ou use um trecho mais curto ou menor.',
  '`append` may name at most {1} clips.': '`append` pode indicar no máximo {1} animações.',
  '{1} is too large for this: {2}.': '{1} é grande demais para isso: {2}.',
  'The GIF': 'O GIF',
  'The animated WebP': 'O WebP animado',
  'frame {1}': 'o quadro {1}',
  'it ends within its first frame': 'o arquivo termina no primeiro quadro',
  'it has more pixels in all its frames than a file of its size may':
    'todos os quadros juntos têm mais pixels do que um arquivo deste tamanho pode ter',
  'it has more than 50 frames a second': 'tem mais de 50 quadros por segundo',
  'it has more than {1} frames': 'tem mais de {1} quadros',
  'it has no frame': 'não tem nenhum quadro',
  'it has sound, which a GIF has not': 'tem som, e um GIF não tem',
  'it has too many pixels': 'tem pixels demais',
  'it has {1} x {2} pixels, and the most is {3} million': 'tem {1} × {2} pixels, e o máximo é {3} milhões',
  'it is in high dynamic range': 'está em HDR',
  'it is interlaced': 'é entrelaçada',
  'it is no GIF': 'não é um GIF',
  'it lasts {1} seconds, and the most is {2}': 'dura {1} segundos, e o máximo é {2}',
  'its header is cut off': 'o cabeçalho está cortado',
  'its screen has no pixels': 'a área não tem pixels',
  'no pixel of it can be decoded': 'nenhum pixel pode ser lido',
  'not all of its frames can be decoded': 'nem todos os quadros podem ser lidos',
}
