import { html } from '../../../lib/html.ts'
import type { importMessages as english } from '../en/import.ts'
import { formatCount, formatNumber, plural } from './format.ts'

const files = (count: number) => formatCount(count, { one: 'fichier', other: 'fichiers' })

export const importMessages: typeof english = {
  title: 'Importer des GIF',
  description: 'Apportez vos GIF ici, exactement tels qu’ils sont.',
  lead: 'Chaque image, durée et couleur reste telle quelle, et sans filigrane.',
  visitor: {
    heading: 'Connectez-vous pour importer des GIF',
    why: 'Les GIF importés appartiennent à un compte, pour que vous puissiez ensuite leur ajouter des tags, les masquer et les supprimer.',
    signUpClosed: 'Demandez-en un à l’administrateur.',
    signIn: 'Se connecter',
    signUp: 'Créer un compte',
  },
  files: 'Fichiers',
  filesHint: (each, all, max) =>
    `GIF, WebP et PNG animés, MP4 et WebM sans son : ${each} au plus chacun. Ou un ZIP de ces fichiers. ${formatNumber(max)} fichiers et ${all} à la fois.`,
  drop: 'Déposez ici des GIF, des dossiers ou un ZIP',
  chooseFiles: 'Choisir des fichiers',
  chooseFolder: 'Choisir un dossier',
  limits: (each, zip, max) => `Jusqu’à ${formatNumber(max)} fichiers de ${each} chacun, ou un ZIP de ${zip}.`,
  waitingLimit: (max) => `Jusqu’à ${formatNumber(max)} de vos fichiers peuvent être en attente à la fois.`,
  details: 'Pour tous',
  detailsHint: 'Vous pourrez ensuite modifier chacun d’eux, ou plusieurs à la fois.',
  category: 'Catégorie',
  chooseCategory: 'Choisir une catégorie…',
  tags: 'Tags',
  tagsHint: (max) => `Séparés par des virgules, ${max} au plus.`,
  folders: 'Utiliser les noms des dossiers comme tags',
  visibility: 'Qui peut les voir',
  submit: 'Importer',
  recent: 'Importations récentes',
  recentItem: (count, ago) => html`${files(count)}, ${ago}`,
  sending: {
    heading: 'Envoi',
    pause: 'Pause',
    cancel: 'Annuler',
    retry: 'Réessayer',
    failed: 'Non envoyés',
  },
  table: {
    title: 'Fichiers importés',
    counts: (counts) =>
      [
        counts.done > 0 &&
          `${formatNumber(counts.done)} ${plural(counts.done, { one: 'terminé', other: 'terminés' })}`,
        counts.making > 0 && `${formatNumber(counts.making)} en cours de création`,
        counts.waiting > 0 && `${formatNumber(counts.waiting)} en attente`,
        counts.exists > 0 && `${formatNumber(counts.exists)} déjà ici`,
        counts.refused > 0 &&
          `${formatNumber(counts.refused)} ${plural(counts.refused, { one: 'refusé', other: 'refusés' })}`,
        counts.gone > 0 &&
          `${formatNumber(counts.gone)} ${plural(counts.gone, { one: 'supprimé', other: 'supprimés' })}`,
      ]
        .filter((text) => text !== false)
        .join(' · '),
    leave: 'Vous pouvez quitter cette page. Vos GIF seront créés quand même.',
    refresh: 'Actualiser',
    more: 'En importer d’autres',
    caption: (total) => files(total),
    columns: {
      select: 'Sélectionner',
      gif: 'GIF',
      state: 'État',
      tags: 'Tags',
      category: 'Catégorie',
      rating: 'Classification',
      visibility: 'Visible par',
      alt: 'Description',
    },
    states: {
      waiting: 'En attente',
      making: 'En cours de création',
      done: 'Terminé',
      exists: 'Déjà présent',
      refused: 'Refusé',
      gone: 'Supprimé',
    },
    none: 'Aucun',
    edit: 'Modifier',
    unrated: 'Non classé',
    all: (total) => `Les ${formatNumber(total)} de cette importation, pas seulement la sélection`,
    delete: 'Supprimer…',
    done: {
      change: (count) => `${files(count)} ${plural(count, { one: 'modifié', other: 'modifiés' })}.`,
      delete: (count) => `${files(count)} ${plural(count, { one: 'supprimé', other: 'supprimés' })}.`,
      remake: (count) =>
        `${files(count)} ${plural(count, { one: 'sera recréé', other: 'seront recréés' })} en GIF.`,
    },
    moreRefused: (listed: number, more: number) =>
      `Seuls les ${formatNumber(listed)} premiers fichiers refusés sont affichés ; ${formatNumber(more)} autres ont été refusés.`,
    unchanged: (count) =>
      plural(count, {
        one: `${files(count)} non modifié : refusé, en cours de création ou d’un autre compte.`,
        other: `${files(count)} non modifiés : refusés, en cours de création ou d’un autre compte.`,
      }),
    remake: 'En faire des GIF',
    remakeHint: (count) =>
      plural(count, {
        one: `${files(count)} dépasse une limite pour être conservé tel quel. Il est toujours possible d’en faire un GIF.`,
        other: `${files(count)} dépassent une limite pour être conservés tels quels. Il est toujours possible d’en faire des GIF.`,
      }),
    deleteTitle: (count) => `Supprimer ${files(count)} ?`,
    deleteHeading: (count) => `Supprimer définitivement ${files(count)} ?`,
    deleteExplanation:
      'Leurs GIF sont supprimés immédiatement, et ce qui est encore en attente n’est pas créé. Les GIF qui étaient déjà ici restent.',
    deleteConfirm: (count) => `Supprimer ${files(count)}`,
    deleteCancel: 'Conserver',
  },
}
