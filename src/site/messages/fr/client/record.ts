import type { recordTexts as english } from '../../en/client/record.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const recordTexts: typeof english = {
  start: 'Démarrer l’enregistrement',
  stop: 'Arrêter l’enregistrement',
  started: 'Enregistrement en cours',
  cancel: 'Annuler',
  mirror: 'Miroir',
  local: 'L’enregistrement reste dans votre navigateur jusqu’à ce que vous appuyiez sur « Créer le GIF ».',
  elapsed: (seconds, limit) => `${clock(seconds)} sur ${clock(limit)}`,
  names: { screen: 'Enregistrement d’écran', camera: 'Enregistrement de la caméra' },
  errors: {
    screenRefused:
      'Aucun écran n’a été partagé. Choisissez un écran, une fenêtre ou un onglet à enregistrer.',
    cameraRefused: 'La caméra est bloquée. Autorisez-la pour ce site dans le navigateur, puis réessayez.',
    noScreen: 'Il n’y a pas d’écran à enregistrer ici.',
    noCamera: 'Aucune caméra trouvée. Branchez-en une, puis réessayez.',
    inUse: 'Enregistrement impossible : une autre application l’utilise. Fermez-la, puis réessayez.',
    empty: 'Rien n’a été enregistré. Enregistrez un peu plus longtemps.',
    unknown: 'Ce navigateur n’a pas pu enregistrer. Essayez un autre navigateur, ou choisissez un fichier.',
  },
}
