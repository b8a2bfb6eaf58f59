import { join } from 'node:path'
import { runTool } from './runTool.mjs'

/**
 * Debian's packages with the tools that `checkDeb` runs.
 * @type {import('../systemPackages.mjs').SystemPackage[]}
 */
export const checkPackages = ['lintian', 'desktop-file-utils']

/** lintian's errors about a package that is not compressed, as those for tests are. */
const uncompressed = ['control', 'data'].map((part) => `uses-no-compression-for-${part}-tarball`)

/**
 * Asks lintian about a deb and desktop-file-validate about its desktop entry. Throws a problem with
 * what they say about errors and warnings that build/linux/lintian-overrides does not explain.
 * Returns the rest of what they say.
 * @param {string} file
 * @param {string} folder the folder that `makeDeb` wrote to, with its staging
 * @param {boolean} isFast whether the deb is not compressed
 */
export function checkDeb(file, folder, isFast) {
  const entry = join(folder, 'deb', 'usr', 'share', 'applications', 'parley.desktop')
  const lintian = ['--fail-on', 'error,warning', '--tag-display-limit', '0']
  const suppressed = isFast ? ['--suppress-tags', uncompressed.join(',')] : []
  const said = [
    runTool('desktop-file-validate', [entry]),
    runTool('lintian', [...lintian, ...suppressed, file]),
  ]
  return `${said.join('')}lintian and desktop-file-validate find nothing that is not explained.`
}
