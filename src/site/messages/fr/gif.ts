import { html } from '../../../lib/html.ts'
import type { gifMessages as english } from '../en/gif.ts'

export const gifMessages: typeof english = {
  description: (title, duration, category) => `${title} : un GIF de ${duration} dans ${category}.`,
  labels: 'Catégorie et tags',
  alt: 'Description :',
  facts: {
    size: 'Taille',
    duration: 'Durée',
    frames: 'Images',
    rating: 'Classification',
    created: 'Création',
  },
  share: { heading: 'Partager', link: 'Lien', copyLink: 'Copier le lien', share: 'Partager…' },
  more: {
    button: 'Plus',
    copy: 'Copier',
    download: 'Télécharger',
    collect: 'Ajouter à une collection…',
    report: 'Signaler ce GIF',
  },
  related: 'GIF similaires',
  manage: {
    own: 'Votre GIF',
    admin: 'Administration',
    edit: 'Modifier',
    hide: 'Masquer',
    show: 'Réafficher',
    delete: 'Supprimer',
    remove: 'Retirer',
    notices: 'Signalements',
  },
  underWay: {
    title: 'Ce GIF est en cours de création',
    hint: 'Cela prend quelques secondes, ou quelques minutes s’il y a du monde. La page s’actualise toute seule.',
  },
  visibility: {
    hiddenForAdmin: 'Masqué. Seuls son propriétaire et les administrateurs peuvent le voir.',
    hiddenForOwner: 'Masqué par l’administrateur. Seuls vous et les administrateurs pouvez le voir.',
    readDecision: 'Lire la décision',
    unlisted:
      'Non répertorié. Toute personne qui a le lien peut le voir, mais il n’apparaît nulle part ailleurs.',
    privateForAdmin:
      'Privé. Seul son propriétaire peut le voir, ainsi que les administrateurs tant que des signalements sont ouverts.',
    privateForOwner: 'Privé. Vous seul pouvez voir cette page. Les liens vers les fichiers expirent.',
  },
  delete: {
    title: 'Supprimer ce GIF ?',
    heading: 'Supprimer définitivement ce GIF ?',
    explanation: (title) =>
      html`« <bdi>${title}</bdi> » et ses fichiers sont supprimés immédiatement. Les liens et les intégrations
      cessent de fonctionner.`,
    confirm: 'Supprimer le GIF',
    cancel: 'Conserver le GIF',
    done: 'Le GIF est supprimé',
    doneExplanation:
      'Sa page et ses fichiers ont disparu. Des copies peuvent rester quelque temps dans les caches d’autres services.',
    makeAnother: 'Créer un autre GIF',
  },
  edit: {
    title: 'Modifier votre GIF',
    titleField: 'Titre',
    alt: 'Description',
    altHint:
      'Pour les personnes qui ne peuvent pas le voir et pour la recherche : qui fait quoi, et le texte qui y figure. Une ou deux phrases.',
    category: 'Catégorie',
    tags: 'Tags',
    tagsHint: (maxTags) => `Séparés par des virgules, ${maxTags} au plus.`,
    hidden:
      'Masqué par l’administrateur. Vous ne pouvez pas changer qui le voit tant qu’il n’est pas réaffiché.',
    save: 'Enregistrer',
    cancel: 'Annuler',
    delete: 'Supprimer ce GIF…',
  },
  embed: {
    pageTitle: (title, siteName) => `${title} · ${siteName}`,
    notSafeForWork: 'Contenu sensible (NSFW). Appuyez pour l’afficher.',
    flashing: 'Ce GIF clignote. Appuyez pour l’afficher.',
    caption: (title, siteName) => html`<bdi>${title}</bdi> · ${siteName}`,
    missingTitle: (siteName) => `Non disponible · ${siteName}`,
    missing: 'Ce GIF n’est pas disponible.',
    more: (siteName) => `Plus sur ${siteName}`,
  },
  oembed: {},
}
