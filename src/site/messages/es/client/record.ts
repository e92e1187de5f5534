import type { recordTexts as english } from '../../en/client/record.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const recordTexts: typeof english = {
  start: 'Empezar a grabar',
  stop: 'Detener grabación',
  started: 'Grabando',
  cancel: 'Cancelar',
  mirror: 'Espejo',
  local: 'La grabación se queda en tu navegador hasta que pulses “Crear GIF”.',
  elapsed: (seconds, limit) => `${clock(seconds)} de ${clock(limit)}`,
  names: { screen: 'Grabación de pantalla', camera: 'Grabación de cámara' },
  errors: {
    screenRefused:
      'No se ha compartido ninguna pantalla. Elige una pantalla, una ventana o una pestaña para grabar.',
    cameraRefused:
      'La cámara está bloqueada. Permite que este sitio la use en el navegador e inténtalo de nuevo.',
    noScreen: 'Aquí no hay ninguna pantalla que grabar.',
    noCamera: 'No se ha encontrado ninguna cámara. Conecta una e inténtalo de nuevo.',
    inUse: 'No se ha podido grabar: otra aplicación la está usando. Ciérrala e inténtalo de nuevo.',
    empty: 'No se ha grabado nada. Graba un poco más.',
    unknown: 'Este navegador no ha podido grabar. Prueba con otro navegador o elige un archivo.',
  },
}
