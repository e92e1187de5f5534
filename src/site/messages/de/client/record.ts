import type { recordTexts as english } from '../../en/client/record.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const recordTexts: typeof english = {
  start: 'Aufnahme starten',
  stop: 'Aufnahme beenden',
  started: 'Aufnahme läuft',
  cancel: 'Abbrechen',
  mirror: 'Spiegeln',
  local: 'Die Aufnahme bleibt in deinem Browser, bis du „GIF erstellen“ drückst.',
  elapsed: (seconds, limit) => `${clock(seconds)} von ${clock(limit)}`,
  names: { screen: 'Bildschirmaufnahme', camera: 'Kameraaufnahme' },
  errors: {
    screenRefused:
      'Es wurde kein Bildschirm freigegeben. Wähle einen Bildschirm, ein Fenster oder einen Tab zum Aufnehmen.',
    cameraRefused:
      'Die Kamera ist blockiert. Erlaube sie dieser Seite im Browser und versuch es noch einmal.',
    noScreen: 'Hier gibt es keinen Bildschirm zum Aufnehmen.',
    noCamera: 'Es wurde keine Kamera gefunden. Schließe eine an und versuch es noch einmal.',
    inUse:
      'Die Aufnahme ging nicht: Eine andere App verwendet sie. Schließe die App und versuch es noch einmal.',
    empty: 'Es wurde nichts aufgenommen. Nimm etwas länger auf.',
    unknown: 'Dieser Browser konnte nicht aufnehmen. Versuch einen anderen oder wähle eine Datei.',
  },
}
