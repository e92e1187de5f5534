/**
 * Packs the GIF encoder as a library: `npm run pack:encoder -- [FOLDER]`, by default into dist/encoder. The folder is ready
 * for `npm pack` and `npm publish`; this script publishes nothing.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { presetNames } from '../src/gif/encode/encoder-settings.ts'
import { moduleBytes } from '../src/gif/kernels/module-bytes.ts'
import { copyTypes } from './packed-types.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const library = join(root, 'src/gif/library')
const folder = resolve(process.argv[2] ?? join(root, 'dist/encoder'))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await build({
  entryPoints: [join(library, 'index.ts'), join(library, 'worker.ts')],
  outdir: folder,
  bundle: true,
  // Code that both use becomes a file of its own.
  splitting: true,
  chunkNames: 'encoder',
  format: 'esm',
  target: 'es2022',
  minify: true,
  plugins: [deflatedKernels()],
})
copyTypes(join(library, 'index.ts'), folder)
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
writeFileSync(join(folder, 'README.md'), readme())
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
report()

/** Packs the compiled kernels deflated, with the code that inflates them: they are a third of the library. */
function deflatedKernels(): Plugin {
  const kernels = moduleBytes()
  const deflated = deflateRawSync(kernels, { level: 9, memLevel: 9 })
  const contents = `import { decodeBase64 } from './base64.ts'
    import { inflate } from '../library/inflate.ts'
    export const moduleBytes = () => inflate(decodeBase64('${deflated.toString('base64')}'), ${kernels.length})`
  return {
    name: 'deflated kernels',
    setup: (building) =>
      building.onLoad({ filter: /[/\\]module-bytes\.ts$/ }, () => ({
        contents,
        loader: 'ts',
        resolveDir: join(root, 'src/gif/kernels'),
      })),
  }
}

/** The package.json of the library, with the program's version. */
function manifest(): object {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  return {
    name: 'gifwright-encoder',
    version,
    description: 'Encodes animated GIFs in browsers and Node.js: small files, good quality, WebAssembly SIMD',
    keywords: ['gif', 'encoder', 'animation', 'webassembly', 'worker'],
    license,
    type: 'module',
    sideEffects: ['./worker.js'],
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './worker': './worker.js',
      './package.json': './package.json',
    },
    engines: { node: '>=20.16' },
  }
}

/** The README with the names of the presets. */
function readme(): string {
  const names = presetNames.map((name) => `\`${name}\``).join(', ')
  return readFileSync(join(library, 'README.md'), 'utf8').replace('PRESETS', names)
}

/** Prints the packed files and their sizes. */
function report(): void {
  const names = readdirSync(folder)
  const scripts = names.filter((name) => name.endsWith('.js'))
  const bytes = scripts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: folder, encoding: 'utf8' }),
  ) as [{ size: number }]
  console.log(`${folder}: ${names.join(', ')}`)
  console.log(`${bytes} bytes of JavaScript, ${packed[0].size} packed`)
}
