import { html } from '../../../lib/html.ts'
import type { accountMessages as english } from '../en/account.ts'
import { formatCount } from './format.ts'

const gifs = (count: number) => formatCount(count, { one: 'GIF', other: 'GIFs' })

export const accountMessages: typeof english = {
  email: 'E-mail',
  password: 'Senha',
  signIn: {
    title: 'Entrar',
    heading: (siteName) => `Entrar em ${siteName}`,
    submit: 'Entrar',
    newHere: 'Novo por aqui?',
    createAccount: 'Criar uma conta',
    signUpClosed: 'Quem cria as contas é o administrador deste site.',
    forgotPassword: 'Esqueceu a senha? O administrador deste site pode definir uma nova.',
  },
  signUp: {
    title: 'Criar uma conta',
    description: (siteName) => `Uma conta em ${siteName} para GIFs privados e tokens de API.`,
    heading: (siteName) => `Criar uma conta em ${siteName}`,
    hint: 'GIFs privados, todos os seus GIFs em um só lugar e tokens de API. Não enviamos e-mails.',
    submit: 'Criar conta',
    closed: 'O cadastro está fechado',
    closedHint: (siteName) => `Quem cria as contas é o administrador de ${siteName}. Peça uma a ele.`,
    haveAccount: 'Já tem uma conta?',
    signIn: 'Entrar',
  },
  signOn: {
    signIn: (provider) => `Entrar com ${provider}`,
    or: 'ou',
    title: (provider) => `Entrar com ${provider}`,
    linkHint: (provider) => `Vincule sua conta para entrar também com ${provider}.`,
    linkedHint: (provider) => `Você pode entrar com ${provider}.`,
    linkedSince: (host, day) => html`em ${host} · vinculada em ${day}`,
    link: (provider) => `Vincular ${provider}`,
    unlink: 'Desvincular',
    toProvider: (provider) => ({
      title: `Continuar em ${provider}`,
      text: `Entre lá para vincular sua conta.`,
      go: 'Continuar',
    }),
    signedOut: (provider) => ({
      title: 'Você saiu daqui',
      text: `Agora vamos encerrar sua sessão em ${provider}.`,
      go: `Sair de ${provider}`,
    }),
  },
  browser: { unknown: 'Um navegador', onSystem: (browser, system) => `${browser} no ${system}` },
  settings: {
    title: 'Configurações',
    done: {
      password:
        'Senha alterada. Todos os outros navegadores foram desconectados, todos os tokens de API foram revogados e todos os webhooks excluídos.',
      'password-only':
        'Senha alterada. Todos os outros navegadores foram desconectados. Seus tokens de API e webhooks continuam funcionando.',
      revoked: 'Token revogado. Ele não funciona mais.',
      linked: 'Sua conta foi vinculada.',
      'linked-by-email':
        'Esta conta já existia aqui com o seu e-mail e agora está vinculada. Se ela tinha senha, essa senha, os tokens de API e os webhooks dela não funcionam mais.',
      unlinked:
        'Conta desvinculada. A partir de agora, entre com sua senha. Todos os outros navegadores foram desconectados.',
      session: 'Esse navegador foi desconectado.',
      sessions: 'Todos os outros navegadores foram desconectados.',
    },
    account: 'Conta',
    memberSince: 'Membro desde',
    premium: 'Premium',
    yes: 'Sim',
    no: 'Não',
    hasPremium: 'Você pode criar GIFs sem a marca d’água.',
    noPremium: (siteName) =>
      `Contas Premium podem remover a marca d’água. Quem concede o Premium é o administrador de ${siteName}.`,
    passwordTitle: 'Senha',
    passwordHint: 'Ao alterá-la, todos os outros navegadores são desconectados.',
    noPassword: (howToSet) => html`Esta conta ainda não tem senha. ${howToSet}`,
    askOperator: 'Peça ao administrador deste site para definir uma.',
    setOnServer: (command) => html`Defina uma no servidor: ${command}`,
    currentPassword: 'Senha atual',
    newPassword: 'Nova senha',
    revokeTokens: 'Desconectar também os aplicativos',
    revokeTokensHint:
      'Revoga todos os tokens de API e exclui todos os webhooks. Os programas que os usam vão precisar de novos.',
    changePassword: 'Alterar senha',
    sessions: 'Navegadores conectados',
    thisBrowser: 'Este',
    sessionTimes: (lastUsed, signedIn) => html`último uso ${lastUsed} · conectado ${signedIn}`,
    signOut: 'Desconectar',
    signOutOthers: 'Desconectar todos os outros',
    data: 'Seus dados',
    dataHint:
      'Tudo o que guardamos sobre sua conta, e seus GIFs como arquivos GIF e MP4, em um único arquivo ZIP.',
    export: 'Exportar meus dados',
    deleteAccount: 'Excluir minha conta…',
  },
  endedAccess: {
    title: 'Acessos encerrados',
    by: {
      owner: (time) => `Você alterou sua senha em ${time}.`,
      operator: (time) => `O operador deste site encerrou acessos à sua conta em ${time}.`,
      'sign-on': (time) => `Esta conta foi vinculada ao seu login em ${time}.`,
    },
    password: 'A senha anterior não funciona mais.',
    kinds: {
      sessions: 'Navegadores desconectados',
      tokens: 'Tokens de API revogados',
      webhooks: 'Webhooks excluídos',
      identities: 'Logins desvinculados',
    },
    hint: 'Os programas que usavam esses tokens e webhooks precisam de novos.',
    dismiss: 'Dispensar',
  },
  tokens: {
    title: 'Tokens de API',
    hint: 'Com um token, um programa pode criar, alterar e excluir GIFs em seu nome.',
    howItWorks: 'Como a API funciona',
    times: (hint, created, lastUsed) =>
      html`${hint} · criado ${created} · ${lastUsed === null ? 'nunca usado' : html`último uso ${lastUsed}`}`,
    revoke: 'Revogar…',
    revokeAbout: (name) => html`o token <bdi>${name}</bdi>`,
    name: 'Nome do novo token',
    namePlaceholder: 'Onde você vai usá-lo',
    create: 'Criar token',
    created: 'Seu novo token',
    copyNow:
      'Copie-o agora; ele não será mostrado de novo. Quem o tiver pode criar, alterar e excluir GIFs em seu nome.',
    token: 'Token',
    tryIt: 'Experimente',
    tryItHint: 'Isto cria um GIF privado com os três primeiros segundos de um vídeo.',
    exampleName: 'Criar um GIF',
    uploaders: 'Enviar de outros programas',
    uploadersHint:
      'Estes arquivos contêm o token. O ShareX abre o primeiro com um clique duplo; outros programas de captura de tela o importam como uploader personalizado. O script envia os arquivos que recebe e mostra os endereços deles; ele precisa do curl.',
    uploaderFormats: { sharex: 'Uploader personalizado (.sxcu)', script: 'Script de envio (.sh)' },
    copied: 'Já copiei',
    revokeTitle: 'Revogar este token?',
    revokeHeading: (name) => html`Revogar o token “<bdi>${name}</bdi>”?`,
    revokeExplanation: (hint) =>
      html`Ele começa com <code>${hint}</code>. Os programas que o usam param de funcionar na hora. Não é
        possível desfazer.`,
    revokeConfirm: 'Revogar token',
    revokeCancel: 'Manter token',
  },
  mine: {
    title: 'Meus GIFs',
    done: {
      private: (count) =>
        formatCount(count, { one: 'GIF agora é privado.', other: 'GIFs agora são privados.' }),
      public: (count) =>
        formatCount(count, { one: 'GIF agora é público.', other: 'GIFs agora são públicos.' }),
      change: (count) => formatCount(count, { one: 'GIF alterado.', other: 'GIFs alterados.' }),
      delete: (count) => formatCount(count, { one: 'GIF excluído.', other: 'GIFs excluídos.' }),
    },
    makeVisible: (visibility, make) => html`${make('Tornar ')}${visibility}`,
    private: 'privado',
    public: 'público',
    delete: 'Excluir…',
    privateMark: 'Privado',
    hiddenMark: 'Ocultado pelo administrador',
    edit: 'Editar',
    empty:
      'Ainda não há nada aqui. Os GIFs que você criar conectado à sua conta aparecem aqui para editar, ocultar ou excluir.',
    makeFirst: 'Crie seu primeiro GIF',
    deleteTitle: (count) => `Excluir ${gifs(count)}?`,
    deleteHeading: (count) => `Excluir ${gifs(count)} para sempre?`,
    deleteExplanation: 'A exclusão é imediata. Links e incorporações param de funcionar.',
    deleteConfirm: (count) => `Excluir ${gifs(count)}`,
    deleteCancel: 'Manter',
  },
  remove: {
    title: 'Excluir sua conta',
    heading: 'Excluir sua conta para sempre?',
    noPassword:
      'Para isso é preciso sua senha, e sua conta ainda não tem uma. O administrador deste site pode definir uma ou excluir a conta para você.',
    exportFirst: 'Exportar meus dados antes',
    explanation: (count) =>
      `Seus tokens, seus GIFs privados e seu e-mail são excluídos na hora, e todos os navegadores são desconectados. ${
        count === 0 ? 'Você não criou nenhum GIF.' : `Você criou ${gifs(count)}.`
      }`,
    publicGifs: 'Seus GIFs públicos',
    keepGifs: 'Manter, sem o meu nome',
    deleteGifs: 'Excluir também, com os arquivos',
    password: 'Sua senha',
    confirm: 'Excluir minha conta',
    cancel: 'Manter minha conta',
    goodbyeTitle: 'Até mais',
    goodbye: 'Até mais, e obrigado',
    deleted: 'Sua conta e seus dados privados foram excluídos.',
  },
}
