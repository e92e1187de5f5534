import type { browseTexts as english } from '../../en/client/browse.ts'
import { formatCount, formatNumber } from '../format.ts'

export const browseTexts: typeof english = {
  loading: 'Chargement de la suite…',
  loaded: (added, total) =>
    `${formatCount(added, { other: 'GIF' })} de plus, ${formatNumber(total)} au total.`,
  loadingFailed: 'Impossible de charger d’autres GIF. Utilisez le lien vers la page suivante.',
  searchFailed: 'La recherche a échoué. Appuyez sur Entrée pour réessayer.',
  dropHere: 'Déposez pour créer un GIF',
  opening: 'Ouverture de l’éditeur…',
  notOpened: 'Ce navigateur n’a pas pu garder le fichier. Ouvrez « Créer un GIF » et choisissez-le là.',
}
