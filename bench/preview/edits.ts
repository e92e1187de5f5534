/** A change of the form: the changed fields, by their names, and the equivalent options of `gifwright make`. */
export type Edit = { what: string; fields: Record<string, string | boolean>; args: string[] }

/** The remaining values of the form before each edit. */
export const start: Record<string, string | boolean> = {
  preset: 'balanced',
  speed: '1',
  reverse: false,
  boomerang: false,
  auto_loop: false,
  crop: '',
  fps: '',
  clip_width: '',
  fade: '',
  max_bytes: '',
}

/** Typical changes of people, one after the other; each is made on top of `start`. */
export function editsOf(startSeconds: number): Edit[] {
  const window = (from: number, to: number) => ({
    fields: { start: String(from), end: String(to) },
    args: ['--start', String(from), '--end', String(to)],
  })
  const whole = window(startSeconds, startSeconds + 5)
  const edit = (what: string, fields: Record<string, string | boolean>, ...args: string[]): Edit => ({
    what,
    fields: { ...start, ...whole.fields, ...fields },
    args: [...whole.args, '--preset', String(fields.preset ?? start.preset), ...args],
  })
  const trimmed = (what: string, from: number, to: number): Edit => {
    const { fields, args } = window(startSeconds + from, startSeconds + to)
    return { what, fields: { ...start, ...fields }, args: [...args, '--preset', String(start.preset)] }
  }
  return [
    edit('quality: best', { preset: 'best' }),
    edit('quality: balanced', {}),
    edit('quality: small', { preset: 'small' }),
    edit('reverse', { reverse: true }, '--reverse'),
    edit('speed 1.5', { speed: '1.5' }, '--speed', '1.5'),
    edit('speed 2', { speed: '2' }, '--speed', '2'),
    edit('speed 1', { speed: '1' }),
    trimmed('start + 0.4 s', 0.4, 5),
    trimmed('start + 0.8 s', 0.8, 5),
    trimmed('end − 0.5 s', 0.8, 4.5),
    trimmed('moved by 0.5 s', 0.5, 5.5),
    edit('10 frames per second', { fps: '10' }, '--fps', '10'),
    edit('15 frames per second', { fps: '15' }, '--fps', '15'),
    edit('crop', { crop: '80,40,480,360' }, '--crop', '80,40,480,360'),
    edit('another crop', { crop: '60,20,520,380' }, '--crop', '60,20,520,380'),
    edit('no crop, 400 wide', { clip_width: '400' }, '--width', '400'),
    edit('480 wide', {}),
    edit('cross-fade', { fade: '0.5' }, '--fade', '0.5'),
    edit('best loop', { auto_loop: true }, '--auto-loop'),
    edit('fit under 2 MB', { max_bytes: '2000000', preset: 'best' }, '--max-bytes', '2MB'),
    edit('boomerang', { boomerang: true }, '--boomerang'),
  ]
}
