import { join } from 'node:path'
import { canInstall, installPackages } from './aptGet.mjs'
import { rememberedFailure } from './rememberedFailure.mjs'
import { ensurePackages, missingPackages } from './systemPackages.mjs'

/**
 * The app starts without these, but with no keychain, or with boxes in place of letters.
 * @type {import('./systemPackages.mjs').SystemPackage[]}
 */
const wanted = ['libsecret-1-0', 'fonts-wqy-microhei', 'fonts-noto-color-emoji']

/**
 * Gets what the app can't do without, and in the same go what it is better with.
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
