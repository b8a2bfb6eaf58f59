import { parseArgs } from 'node:util'
import { problem } from '../problem.mjs'
import { architectures } from './architectures.mjs'

const formats = /** @type {const} */ (['deb', 'rpm', 'tar.gz'])

export const packageHelp = `npm run package -- deb          a package for Debian and Ubuntu, in dist/
npm run package -- rpm          one for Fedora and openSUSE
npm run package -- tar.gz       a folder that runs from anywhere, with its data beside it
npm run package -- electron     those with Electron, for the system that this runs on
npm run package -- deb --arch arm64     for another processor: ${Object.keys(architectures).join(', ')}
npm run package -- deb --fast   quickly, and larger: for tests
npm run package -- deb --check  asks lintian and desktop-file-validate about it`

/**
 * @typedef {object} PackageArguments
 * @property {(typeof formats)[number][]} small packages with the Chromium host, for Linux
 * @property {boolean} withElectron
 * @property {import('./architectures.mjs').Architecture} arch
 * @property {boolean} isFast
 * @property {boolean} isChecked whether Debian's tools are asked about the deb
 */

/**
 * Parses the arguments of `npm run package`. Throws a problem for a word that it does not know.
 * @param {string[]} given
 * @returns {PackageArguments}
 */
export function parsePackageArguments(given) {
  const { values, positionals } = readWords(given)
  const { arch = process.arch, fast: isFast = false, check: isChecked = false } = values
  if (!isArchitecture(arch)) {
    throw problem(
      `There is no package for ${arch}. There are: ${Object.keys(architectures).join(', ')}`,
    )
  }
  const small = formats.filter((format) => positionals.includes(format))
  const withElectron = positionals.includes('electron')
  const unknown = positionals.find((word) => ![...formats, 'electron'].includes(word))
  if (unknown !== undefined) throw problem(`${unknown} is no package.\n\n${packageHelp}`)
  if (positionals.length === 0) throw problem(packageHelp)
  if (isChecked && !small.includes('deb')) {
    throw problem(`--check is for the deb alone.\n\n${packageHelp}`)
  }
  return { small, withElectron, arch, isFast, isChecked }
}

/** @param {string[]} given */
function readWords(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        arch: { type: 'string' },
        fast: { type: 'boolean' },
        check: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw problem(`${error instanceof Error ? error.message : 'Wrong arguments'}\n\n${packageHelp}`)
  }
}

/** @param {string} name @returns {name is import('./architectures.mjs').Architecture} */
const isArchitecture = (name) => Object.hasOwn(architectures, name)
