import { html } from '../../../lib/html.ts'
import type { collectionMessages as english } from '../en/collections.ts'
import { formatCount } from './format.ts'

const gifs = (count: number) => formatCount(count, { other: 'GIF' })

export const collectionMessages: typeof english = {
  favorites: {
    title: 'Favoris',
    empty: 'Pas encore de favoris. Appuyez sur le cœur d’un GIF pour le garder ici.',
    browse: 'Parcourir les GIF',
  },
  list: {
    title: 'Collections',
    empty:
      'Pas encore de collections. Regroupez des GIF pour les retrouver, les partager ou les intégrer en grille.',
    emptyCollection: 'Vide',
    done: { deleted: 'La collection est supprimée.' },
  },
  form: {
    newHeading: 'Nouvelle collection',
    name: 'Nom',
    description: 'Description',
    descriptionHint: 'Facultatif. Une ou deux phrases.',
    visibility: 'Qui peut la voir',
    visibilities: {
      public: 'Tout le monde',
      unlisted: 'Toute personne qui a le lien',
      private: 'Moi uniquement',
    },
    create: 'Créer la collection',
    createAndAdd: 'Créer et ajouter',
    save: 'Enregistrer',
    cancel: 'Annuler',
  },
  marks: { public: 'Publique', unlisted: 'Non répertoriée', private: 'Privée', hidden: 'Masquée' },
  page: {
    description: (name, count) => `${name} : une collection de ${gifs(count)}.`,
    heading: 'Partager',
    link: 'Lien',
    copyLink: 'Copier le lien',
    more: 'Plus',
    embed: 'Intégrer',
    embedHint: 'Affiche ses GIF publics en grille sur n’importe quel site.',
    feed: 'Flux',
    edit: 'Modifier',
    delete: 'Supprimer',
    hide: 'Masquer',
    show: 'Réafficher',
    empty: 'Cette collection n’a aucun GIF à afficher.',
    emptyOwn: 'Rien ici pour l’instant. Ouvrez un GIF, puis « Plus » et « Ajouter à une collection ».',
    hiddenForAdmin: 'Masquée. Seuls son propriétaire et les administrateurs peuvent la voir.',
    hiddenForOwner: 'Masquée par l’administrateur. Seuls vous et les administrateurs pouvez la voir.',
    private: 'Privée. Vous seul pouvez la voir.',
    onlyYours: (count) =>
      `Vous seul pouvez voir ${gifs(count)} de cette collection, car les autres ne trouvent que les GIF publics.`,
    feedTitle: (name, siteName) => `${name} · ${siteName}`,
  },
  report: {
    link: 'Signaler cette collection',
    title: 'Signaler une collection',
    heading: (name) => html`Quel est le problème avec « <bdi>${name}</bdi> » ?`,
    hint: 'Pour signaler un seul GIF ou faire valoir des droits, utilisez le signalement sur la page de ce GIF.',
    sent: 'Merci. L’administrateur va l’examiner.',
  },
  edit: {
    title: 'Modifier la collection',
    gifs: 'GIF',
    earlier: 'Avancer',
    later: 'Reculer',
    first: 'Mettre au début',
    remove: 'Retirer',
    saved: 'Enregistré.',
  },
  delete: {
    title: 'Supprimer cette collection ?',
    explanation: (name) =>
      html`« <bdi>${name}</bdi> » est supprimée immédiatement. Ses GIF restent. Les liens et les intégrations
      cessent de fonctionner.`,
    confirm: 'Supprimer la collection',
    cancel: 'Conserver la collection',
  },
  collect: {
    title: 'Ajouter à une collection',
    heading: (title) => html`Ajouter « <bdi>${title}</bdi> » à une collection`,
    add: 'Ajouter',
    remove: 'Retirer',
    back: 'Retour au GIF',
  },
  embed: {
    pageTitle: (name, siteName) => `${name} · ${siteName}`,
    all: (count, siteName) => html`${gifs(count)} sur ${siteName}`,
    missing: 'Cette collection n’est pas disponible.',
    missingTitle: (siteName) => `Non disponible · ${siteName}`,
    more: (siteName) => `Plus sur ${siteName}`,
  },
}
