import { html } from '../../../lib/html.ts'
import type { gifMessages as english } from '../en/gif.ts'

export const gifMessages: typeof english = {
  description: (title, duration, category) => `${title}: un GIF de ${duration} en ${category}.`,
  labels: 'Categoría y etiquetas',
  alt: 'Descripción:',
  facts: {
    size: 'Tamaño',
    duration: 'Duración',
    frames: 'Fotogramas',
    rating: 'Clasificación',
    created: 'Creado',
  },
  share: { heading: 'Compartir', link: 'Enlace', copyLink: 'Copiar enlace', share: 'Compartir…' },
  more: {
    button: 'Más',
    copy: 'Copiar',
    download: 'Descargar',
    collect: 'Añadir a una colección…',
    report: 'Denunciar este GIF',
  },
  related: 'GIF parecidos',
  manage: {
    own: 'Tu GIF',
    admin: 'Administración',
    edit: 'Editar',
    hide: 'Ocultar',
    show: 'Volver a mostrar',
    delete: 'Eliminar',
    remove: 'Retirar',
    notices: 'Denuncias',
  },
  underWay: {
    title: 'Este GIF se está creando',
    hint: 'Tarda unos segundos, o unos minutos si hay muchos en espera. La página se actualiza sola.',
  },
  visibility: {
    hiddenForAdmin: 'Oculto. Solo pueden verlo su propietario y los administradores.',
    hiddenForOwner: 'Ocultado por el administrador. Solo pueden verlo los administradores y tú.',
    readDecision: 'Leer la decisión',
    unlisted: 'No listado. Puede verlo cualquiera que tenga el enlace, pero no aparece en ningún otro sitio.',
    privateForAdmin:
      'Privado. Solo puede verlo su propietario, y los administradores mientras tenga denuncias abiertas.',
    privateForOwner: 'Privado. Solo tú puedes ver esta página. Los enlaces a los archivos caducan.',
  },
  delete: {
    title: '¿Eliminar este GIF?',
    heading: '¿Eliminar este GIF definitivamente?',
    explanation: (title) =>
      html`“<bdi>${title}</bdi>” y sus archivos se eliminan de inmediato. Los enlaces y las inserciones dejan
      de funcionar.`,
    confirm: 'Eliminar GIF',
    cancel: 'Conservar GIF',
    done: 'GIF eliminado',
    doneExplanation:
      'Su página y sus archivos ya no existen. Las copias en la caché de otros servicios pueden durar un tiempo.',
    makeAnother: 'Crear otro GIF',
  },
  edit: {
    title: 'Editar tu GIF',
    titleField: 'Título',
    alt: 'Descripción',
    altHint:
      'Para quien no puede verlo y para la búsqueda: quién hace qué y qué texto aparece. Una o dos frases.',
    category: 'Categoría',
    tags: 'Etiquetas',
    tagsHint: (maxTags) => `Separadas por comas, hasta ${maxTags}.`,
    hidden: 'Ocultado por el administrador. No puedes cambiar quién lo ve hasta que se vuelva a mostrar.',
    save: 'Guardar',
    cancel: 'Cancelar',
    delete: 'Eliminar este GIF…',
  },
  embed: {
    pageTitle: (title, siteName) => `${title} · ${siteName}`,
    notSafeForWork: 'Solo para adultos. Pulsa para mostrarlo.',
    flashing: 'Este GIF tiene destellos. Pulsa para mostrarlo.',
    caption: (title, siteName) => html`<bdi>${title}</bdi> · ${siteName}`,
    missingTitle: (siteName) => `No disponible · ${siteName}`,
    missing: 'Este GIF no está disponible.',
    more: (siteName) => `Más en ${siteName}`,
  },
  oembed: {},
}
