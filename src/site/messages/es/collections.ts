import { html } from '../../../lib/html.ts'
import type { collectionMessages as english } from '../en/collections.ts'
import { formatCount } from './format.ts'

const gifs = (count: number) => formatCount(count, { one: 'GIF', other: 'GIF' })

export const collectionMessages: typeof english = {
  favorites: {
    title: 'Favoritos',
    empty: 'Todavía no hay favoritos. Pulsa el corazón de un GIF para guardarlo aquí.',
    browse: 'Explorar GIF',
  },
  list: {
    title: 'Colecciones',
    empty:
      'Todavía no hay colecciones. Reúne varios GIF para encontrarlos, compartirlos o insertarlos como cuadrícula.',
    emptyCollection: 'Vacía',
    done: { deleted: 'Colección eliminada.' },
  },
  form: {
    newHeading: 'Nueva colección',
    name: 'Nombre',
    description: 'Descripción',
    descriptionHint: 'Opcional. Una o dos frases.',
    visibility: 'Quién puede verla',
    visibilities: { public: 'Todo el mundo', unlisted: 'Quien tenga el enlace', private: 'Solo yo' },
    create: 'Crear colección',
    createAndAdd: 'Crear y añadir',
    save: 'Guardar',
    cancel: 'Cancelar',
  },
  marks: { public: 'Pública', unlisted: 'No listada', private: 'Privada', hidden: 'Oculta' },
  page: {
    description: (name, count) => `${name}: una colección de ${gifs(count)}.`,
    heading: 'Compartir',
    link: 'Enlace',
    copyLink: 'Copiar enlace',
    more: 'Más',
    embed: 'Insertar',
    embedHint: 'Muestra sus GIF públicos como cuadrícula en cualquier sitio.',
    feed: 'Feed',
    edit: 'Editar',
    delete: 'Eliminar',
    hide: 'Ocultar',
    show: 'Volver a mostrar',
    empty: 'Esta colección no tiene GIF que mostrar.',
    emptyOwn: 'Todavía no hay nada aquí. Abre un GIF y elige “Más” y “Añadir a una colección”.',
    hiddenForAdmin: 'Oculta. Solo pueden verla su propietario y los administradores.',
    hiddenForOwner: 'Ocultada por el administrador. Solo pueden verla los administradores y tú.',
    private: 'Privada. Solo tú puedes verla.',
    onlyYours: (count) =>
      `Solo tú ves ${gifs(count)} de esta colección, porque los demás solo encuentran los GIF públicos.`,
    feedTitle: (name, siteName) => `${name} · ${siteName}`,
  },
  report: {
    link: 'Denunciar esta colección',
    title: 'Denunciar una colección',
    heading: (name) => html`¿Qué pasa con «<bdi>${name}</bdi>»?`,
    hint: 'Para denunciar un GIF concreto o reclamar derechos, usa la denuncia de la página de ese GIF.',
    sent: 'Gracias. El administrador lo revisará.',
  },
  edit: {
    title: 'Editar colección',
    gifs: 'GIF',
    earlier: 'Mover hacia delante',
    later: 'Mover hacia atrás',
    first: 'Mover al principio',
    remove: 'Quitar',
    saved: 'Guardado.',
  },
  delete: {
    title: '¿Eliminar esta colección?',
    explanation: (name) =>
      html`“<bdi>${name}</bdi>” se elimina de inmediato. Sus GIF se conservan. Los enlaces y las inserciones
      dejan de funcionar.`,
    confirm: 'Eliminar colección',
    cancel: 'Conservar colección',
  },
  collect: {
    title: 'Añadir a una colección',
    heading: (title) => html`Añadir “<bdi>${title}</bdi>” a una colección`,
    add: 'Añadir',
    remove: 'Quitar',
    back: 'Volver al GIF',
  },
  embed: {
    pageTitle: (name, siteName) => `${name} · ${siteName}`,
    all: (count, siteName) => html`${gifs(count)} en ${siteName}`,
    missing: 'Esta colección no está disponible.',
    missingTitle: (siteName) => `No disponible · ${siteName}`,
    more: (siteName) => `Más en ${siteName}`,
  },
}
