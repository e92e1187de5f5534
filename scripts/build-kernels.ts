/** Compiles src/gif/kernels/assembly into src/gif/kernels/kernels-module.ts; `--check` only compares it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { compileKernels, kernelsPath } from './compile-kernels.ts'

const module = await compileKernels()
if (!process.argv.includes('--check')) writeFileSync(kernelsPath, module)
else if (readFileSync(kernelsPath, 'utf8') !== module) {
  console.error('src/gif/kernels/kernels-module.ts is not up to date with its sources; run: npm run kernels')
  process.exitCode = 1
}
