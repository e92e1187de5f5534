import { html } from '../../../lib/html.ts'
import type { accountMessages as english } from '../en/account.ts'
import { formatCount } from './format.ts'

const gifs = (count: number) => formatCount(count, { one: 'GIF', other: 'GIF' })

export const accountMessages: typeof english = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: {
    title: 'Iniciar sesión',
    heading: (siteName) => `Iniciar sesión en ${siteName}`,
    submit: 'Iniciar sesión',
    newHere: '¿Primera vez aquí?',
    createAccount: 'Crea una cuenta',
    signUpClosed: 'Las cuentas las crea el administrador de este sitio.',
    forgotPassword: '¿Has olvidado la contraseña? El administrador de este sitio puede establecer una nueva.',
  },
  signUp: {
    title: 'Crear una cuenta',
    description: (siteName) => `Una cuenta en ${siteName} para GIF privados y tokens de API.`,
    heading: (siteName) => `Crear una cuenta en ${siteName}`,
    hint: 'GIF privados, todos tus GIF en un mismo lugar y tokens de API. No enviamos correos.',
    submit: 'Crear cuenta',
    closed: 'El registro está cerrado',
    closedHint: (siteName) => `Las cuentas las crea el administrador de ${siteName}. Pídele una.`,
    haveAccount: '¿Ya tienes una cuenta?',
    signIn: 'Inicia sesión',
  },
  signOn: {
    signIn: (provider) => `Iniciar sesión con ${provider}`,
    or: 'o',
    title: (provider) => `Inicio de sesión con ${provider}`,
    linkHint: (provider) => `Vincula tu cuenta para iniciar sesión también con ${provider}.`,
    linkedHint: (provider) => `Puedes iniciar sesión con ${provider}.`,
    linkedSince: (host, day) => html`en ${host} · vinculado el ${day}`,
    link: (provider) => `Vincular ${provider}`,
    unlink: 'Desvincular',
    toProvider: (provider) => ({
      title: `Continuar a ${provider}`,
      text: `Inicia sesión allí para vincular tu cuenta.`,
      go: 'Continuar',
    }),
    signedOut: (provider) => ({
      title: 'Se ha cerrado tu sesión aquí',
      text: `Ahora se cierra tu sesión en ${provider}.`,
      go: `Cerrar sesión en ${provider}`,
    }),
  },
  browser: { unknown: 'Un navegador', onSystem: (browser, system) => `${browser} en ${system}` },
  settings: {
    title: 'Configuración',
    done: {
      password:
        'Contraseña cambiada. Se ha cerrado la sesión en todos los demás navegadores, se han revocado todos los tokens de API y se han eliminado todos los webhooks.',
      'password-only':
        'Contraseña cambiada. Se ha cerrado la sesión en todos los demás navegadores. Tus tokens de API y webhooks siguen funcionando.',
      revoked: 'Token revocado. Ya no funciona.',
      linked: 'Tu cuenta está vinculada.',
      'linked-by-email':
        'Esta cuenta ya existía con tu correo electrónico y ahora está vinculada. Si tenía contraseña, esa contraseña, sus tokens de API y sus webhooks ya no funcionan.',
      unlinked:
        'Desvinculada. A partir de ahora inicia sesión con tu contraseña. Se ha cerrado la sesión en todos los demás navegadores.',
      session: 'Se ha cerrado la sesión en ese navegador.',
      sessions: 'Se ha cerrado la sesión en todos los demás navegadores.',
    },
    account: 'Cuenta',
    memberSince: 'Miembro desde',
    premium: 'Premium',
    yes: 'Sí',
    no: 'No',
    hasPremium: 'Puedes crear GIF sin la marca de agua.',
    noPremium: (siteName) =>
      `Las cuentas Premium pueden quitar la marca de agua. Premium lo concede el administrador de ${siteName}.`,
    passwordTitle: 'Contraseña',
    passwordHint: 'Al cambiarla se cierra la sesión en todos los demás navegadores.',
    noPassword: (howToSet) => html`Esta cuenta todavía no tiene contraseña. ${howToSet}`,
    askOperator: 'Pide al administrador de este sitio que establezca una.',
    setOnServer: (command) => html`Establece una en el servidor: ${command}`,
    currentPassword: 'Contraseña actual',
    newPassword: 'Nueva contraseña',
    revokeTokens: 'Cerrar también la sesión de las aplicaciones',
    revokeTokensHint:
      'Revoca todos los tokens de API y elimina todos los webhooks. Los programas que los usan necesitarán otros nuevos.',
    changePassword: 'Cambiar contraseña',
    sessions: 'Navegadores con sesión iniciada',
    thisBrowser: 'Este',
    sessionTimes: (lastUsed, signedIn) => html`último uso ${lastUsed} · sesión iniciada ${signedIn}`,
    signOut: 'Cerrar sesión',
    signOutOthers: 'Cerrar todas las demás sesiones',
    data: 'Tus datos',
    dataHint: 'Todo lo que guardamos sobre tu cuenta, y tus GIF como archivos GIF y MP4, en un archivo ZIP.',
    export: 'Exportar mis datos',
    deleteAccount: 'Eliminar mi cuenta…',
  },
  endedAccess: {
    title: 'Accesos finalizados',
    by: {
      owner: (time) => `Cambiaste tu contraseña el ${time}.`,
      operator: (time) => `El operador de este sitio finalizó accesos a tu cuenta el ${time}.`,
      'sign-on': (time) => `Esta cuenta se vinculó a tu inicio de sesión el ${time}.`,
    },
    password: 'La contraseña anterior ya no funciona.',
    kinds: {
      sessions: 'Navegadores con la sesión cerrada',
      tokens: 'Tokens de API revocados',
      webhooks: 'Webhooks eliminados',
      identities: 'Inicios de sesión desvinculados',
    },
    hint: 'Los programas que usaban estos tokens y webhooks necesitan otros nuevos.',
    dismiss: 'Descartar',
  },
  tokens: {
    title: 'Tokens de API',
    hint: 'Con un token, un programa puede crear, cambiar y eliminar GIF en tu nombre.',
    howItWorks: 'Cómo funciona la API',
    times: (hint, created, lastUsed) =>
      html`${hint} · creado ${created} · ${lastUsed === null ? 'nunca usado' : html`último uso ${lastUsed}`}`,
    revoke: 'Revocar…',
    revokeAbout: (name) => html`el token <bdi>${name}</bdi>`,
    name: 'Nombre de un nuevo token',
    namePlaceholder: 'Dónde lo vas a usar',
    create: 'Crear token',
    created: 'Tu nuevo token',
    copyNow:
      'Cópialo ahora; no se vuelve a mostrar. Quien lo tenga puede crear, cambiar y eliminar GIF en tu nombre.',
    token: 'Token',
    tryIt: 'Pruébalo',
    tryItHint: 'Esto crea un GIF privado con los tres primeros segundos de un video.',
    exampleName: 'Crear un GIF',
    uploaders: 'Subir desde otros programas',
    uploadersHint:
      'Estos archivos contienen el token. ShareX abre el primero con doble clic; otros programas de capturas de pantalla lo importan como cargador personalizado. El script sube los archivos que se le dan y muestra sus direcciones; necesita curl.',
    uploaderFormats: { sharex: 'Cargador personalizado (.sxcu)', script: 'Script de subida (.sh)' },
    copied: 'Ya lo he copiado',
    revokeTitle: '¿Revocar este token?',
    revokeHeading: (name) => html`¿Revocar el token “<bdi>${name}</bdi>”?`,
    revokeExplanation: (hint) =>
      html`Empieza por <code>${hint}</code>. Los programas que lo usan dejan de funcionar de inmediato. Esto
        no se puede deshacer.`,
    revokeConfirm: 'Revocar token',
    revokeCancel: 'Conservar token',
  },
  mine: {
    title: 'Mis GIF',
    done: {
      private: (count) =>
        `${formatCount(count, { one: 'GIF ahora es privado', other: 'GIF ahora son privados' })}.`,
      public: (count) =>
        `${formatCount(count, { one: 'GIF ahora es público', other: 'GIF ahora son públicos' })}.`,
      change: (count) => `${formatCount(count, { one: 'GIF cambiado', other: 'GIF cambiados' })}.`,
      delete: (count) => `${formatCount(count, { one: 'GIF eliminado', other: 'GIF eliminados' })}.`,
    },
    makeVisible: (visibility, make) => html`${make('Hacer ')}${visibility}`,
    private: 'privados',
    public: 'públicos',
    delete: 'Eliminar…',
    privateMark: 'Privado',
    hiddenMark: 'Ocultado por el administrador',
    edit: 'Editar',
    empty:
      'Todavía no hay nada aquí. Los GIF que creas con la sesión iniciada aparecen aquí, y puedes editarlos, ocultarlos o eliminarlos.',
    makeFirst: 'Crea tu primer GIF',
    deleteTitle: (count) => `¿Eliminar ${gifs(count)}?`,
    deleteHeading: (count) => `¿Eliminar ${gifs(count)} definitivamente?`,
    deleteExplanation: 'Se eliminan de inmediato. Los enlaces y las inserciones dejan de funcionar.',
    deleteConfirm: (count) => `Eliminar ${gifs(count)}`,
    deleteCancel: 'Conservarlos',
  },
  remove: {
    title: 'Eliminar tu cuenta',
    heading: '¿Eliminar tu cuenta definitivamente?',
    noPassword:
      'Para esto hace falta tu contraseña, y tu cuenta todavía no tiene. El administrador de este sitio puede establecer una o eliminar la cuenta por ti.',
    exportFirst: 'Exportar primero mis datos',
    explanation: (count) =>
      `Tus tokens, tus GIF privados y tu correo electrónico se eliminan de inmediato, y se cierra la sesión en todos los navegadores. ${
        count === 0 ? 'No has creado ningún GIF.' : `Has creado ${gifs(count)}.`
      }`,
    publicGifs: 'Tus GIF públicos',
    keepGifs: 'Conservarlos, sin mi nombre',
    deleteGifs: 'Eliminarlos también, con sus archivos',
    password: 'Tu contraseña',
    confirm: 'Eliminar mi cuenta',
    cancel: 'Conservar mi cuenta',
    goodbyeTitle: 'Adiós',
    goodbye: 'Adiós, y gracias',
    deleted: 'Tu cuenta y tus datos privados se han eliminado.',
  },
}
