import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const folder = fileURLToPath(new URL('../src/gif/kernels/assembly/', import.meta.url))

/** Where the compiled kernels lie, as a module that needs no file to be read. */
export const kernelsPath = fileURLToPath(new URL('../src/gif/kernels/kernels-module.ts', import.meta.url))

/** Run as a command: its types would bring those of AssemblyScript's own world in, where an array's `at` never misses. */
const compiler = fileURLToPath(new URL('../bin/asc.js', import.meta.resolve('assemblyscript/asc')))

const options = [
  ...['--runtime', 'stub', '--enable', 'simd', '-O3', '--noAssert', '--converge'],
  ...['--importMemory', '--noExportMemory', '--zeroFilledMemory'],
]

/** The text of src/gif/kernels/kernels-module.ts for the sources as they are now. Throws with what the compiler said. */
export async function compileKernels(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'gifwright-kernels-'))
  try {
    const target = join(scratch, 'kernels.wasm')
    await run(process.execPath, [compiler, 'index.ts', '-o', target, ...options], { cwd: folder })
    const lines = (await readFile(target, 'base64')).match(/.{1,110}/g) ?? []
    const head = '/** Compiled from src/gif/kernels/assembly by `npm run kernels`: not to be edited. */'
    return `${head}\nexport const kernelsModule = \`\n${lines.join('\n')}\n\`\n`
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
