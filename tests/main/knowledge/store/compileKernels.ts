import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'
import { projectRoot } from '../../../../scripts/projectRoot.mjs'

const folder = join(projectRoot, 'src/main/knowledge/store/vectors')
export const kernelModulesPath = join(folder, 'kernelModules.ts')

/** Returns the text of `kernelModules.ts`: what the kernels' own text compiles to. */
export async function compileKernels(): Promise<string> {
  return `// Made from the .wat files by tests/main/knowledge/store/compileKernels.ts.

export const scanRelaxed =
  '${await compile('scanRelaxed.wat')}'

export const scanPlain =
  '${await compile('scanPlain.wat')}'

export const signs =
  '${await compile('signs.wat')}'
`
}

/** Returns the module in Base64. */
async function compile(file: string): Promise<string> {
  const compiler = await wabt()
  const text = readFileSync(join(folder, file), 'utf8')
  const parsed = compiler.parseWat(file, text, { simd: true, relaxed_simd: true })
  parsed.validate()
  return Buffer.from(parsed.toBinary({}).buffer).toString('base64')
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(kernelModulesPath, await compileKernels())
