import { join } from 'node:path'
import { canInstall, installPackages } from './aptGet.mjs'
import { rememberedFailure } from './rememberedFailure.mjs'
import { ensurePackages, missingPackages } from './systemPackages.mjs'

/**
 * Optional packages: without them the app has no keychain, or shows boxes instead of letters.
 * @type {import('./systemPackages.mjs').SystemPackage[]}
 */
const wanted = ['libsecret-1-0', 'fonts-wqy-microhei', 'fonts-noto-color-emoji']

/**
 * Installs the packages that the app needs, together with the optional ones.
 * @param {string} root
 * @param {import('./systemPackages.mjs').SystemPackage[]} needed
 * @param {(line: string) => void} say
 */
export async function setUpSystem(root, needed, say) {
  if (process.platform !== 'linux') return
  const missing = await missingPackages(needed)
  if (!canInstall()) return ensurePackages(missing, say)
  const extra = await missingPackages(wanted)
  const failure = rememberedFailure(join(root, '.cache', 'system-packages.json'), extra.join(' '))
  const isWorthTrying = extra.length > 0 && failure.recall() === undefined
  const names = isWorthTrying ? [...missing, ...extra] : missing
  if (names.length === 0) return
  try {
    await installPackages(names, say)
  } catch (error) {
    failure.remember(error instanceof Error ? error.message : String(error))
  }
  await ensurePackages(missing, say)
}
