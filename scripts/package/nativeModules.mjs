import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { problem } from '../problem.mjs'
import { stripProgram } from './stripProgram.mjs'

/** @type {Record<string, string[]>} What the modules outside the bundle need at run time. */
const files = {
  keytar: ['package.json', 'LICENSE.md', 'lib', 'prebuilds/linux-ARCH/keytar.node'],
  'uiohook-napi': [
    'package.json',
    'LICENSE',
    'dist/index.js',
    'prebuilds/linux-ARCH/uiohook-napi.node',
  ],
  'node-gyp-build': ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js'],
}

/** Each processor in the head of an ELF file (`e_machine`). */
const elfMachines = { x64: 62, arm64: 183 }

/**
 * Returns whether a library is for a processor. npm's uiohook-napi 1.5.5 has one of x64 in the folder
 * of arm64.
 * @param {string} file
 * @param {import('./architectures.mjs').Architecture} arch
 */
export function isLibraryFor(file, arch) {
  return readFileSync(file).readUInt16LE(18) === elfMachines[arch]
}

/**
 * Copies the native modules with the library of one processor. Sources, headers and the libraries
 * of other systems stay out.
 * @param {string} root
 * @param {string} app
 * @param {import('./architectures.mjs').Architecture} arch
 */
export function copyNativeModules(root, app, arch) {
  for (const [name, wanted] of Object.entries(files)) {
    for (const file of wanted.map((each) => each.replace('ARCH', arch))) {
      const source = join(root, 'node_modules', name, file)
      if (!existsSync(source)) throw problem(`${name} has no ${file}. Run: npm ci`)
      if (file.endsWith('.node') && !isLibraryFor(source, arch)) {
        console.log(`Left out, as it is for another processor than ${arch}: ${name}'s library`)
        continue
      }
      const target = join(app, 'node_modules', name, file)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(source, target, { recursive: true })
      if (file.endsWith('.node')) stripProgram(target, arch)
    }
  }
}
