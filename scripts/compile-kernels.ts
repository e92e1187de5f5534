import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const folder = fileURLToPath(new URL('../src/gif/kernels/assembly/', import.meta.url))

/** The module with the compiled kernels, which reads no file. */
export const kernelsPath = fileURLToPath(new URL('../src/gif/kernels/kernels-module.ts', import.meta.url))

/** The compiler runs as a command: imported, it would bring in AssemblyScript's types, in which an array's `at` is never undefined. */
const compiler = fileURLToPath(new URL('../bin/asc.js', import.meta.resolve('assemblyscript/asc')))

const options = [
  ...['--runtime', 'stub', '--enable', 'simd', '-O3', '--noAssert', '--converge'],
  ...['--importMemory', '--noExportMemory', '--zeroFilledMemory'],
]

/** The text of src/gif/kernels/kernels-module.ts for the current sources. Throws the compiler's messages. */
export async function compileKernels(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'gifwright-kernels-'))
  try {
    const target = join(scratch, 'kernels.wasm')
    await run(process.execPath, [compiler, 'index.ts', '-o', target, ...options], { cwd: folder })
    const lines = (await readFile(target, 'base64')).match(/.{1,110}/g) ?? []
    const head = '/** Compiled from src/gif/kernels/assembly by `npm run kernels`; do not edit. */'
    return `${head}\nexport const kernelsModule = \`\n${lines.join('\n')}\n\`\n`
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
