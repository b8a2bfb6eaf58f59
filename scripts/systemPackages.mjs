import { existsSync, readdirSync } from 'node:fs'
import { findBrowser } from '../chromium-host/findBrowser.mjs'
import { canInstall, installHint, installPackages } from './aptGet.mjs'
import { problem } from './problem.mjs'
import { runCommand } from './runCommand.mjs'
import { hasCommand } from './tiedToParent.mjs'

/**
 * The system's requirements by the name of their Debian package, each with a probe for its
 * presence. A package without a probe can't be required.
 * @satisfies {Record<string, () => boolean | Promise<boolean>>}
 */
const isPresent = {
  chromium: () => findBrowser() !== undefined,
  xvfb: () => hasCommand('Xvfb'),
  xdotool: () => hasCommand('xdotool'),
  dbus: () => hasCommand('dbus-run-session'),
  'gnome-keyring': () => hasCommand('gnome-keyring-daemon'),
  'espeak-ng': () => hasCommand('espeak-ng'),
  bubblewrap: () => hasCommand('bwrap'),
  procps: () => hasCommand('ps'),
  iproute2: () => hasCommand('ip') || existsSync('/sbin/ip'),
  'x11-utils': () => hasCommand('xprop'),
  xclip: () => hasCommand('xclip'),
  xterm: () => hasCommand('xterm'),
  zenity: () => hasCommand('zenity'),
  lintian: () => hasCommand('lintian'),
  'desktop-file-utils': () => hasCommand('desktop-file-validate'),
  postgresql: () => hasPostgres(),
  'libsecret-1-0': () => hasLibrary('libsecret-1.so.0'),
  libxtst6: () => hasLibrary('libXtst.so.6'),
  libxrandr2: () => hasLibrary('libXrandr.so.2'),
  libxt6: () => hasLibrary('libXt.so.6'),
  // Chinese, Japanese and Korean in 5 MB. Chromium's fonts include Arabic and Cyrillic.
  'fonts-wqy-microhei': () => hasGlyph('ac00', 'wqy/wqy-microhei.ttc'),
  // Thai in 0.4 MB.
  'fonts-tlwg-loma-ttf': () => hasGlyph('e01', 'tlwg/Loma.ttf'),
  'fonts-noto-color-emoji': () => hasGlyph('1f9d1', 'noto/NotoColorEmoji.ttf'),
}

/** @typedef {keyof typeof isPresent} SystemPackage */

/** Its programs are in a folder for each version, outside the path. */
function hasPostgres() {
  const folder = '/usr/lib/postgresql'
  return (
    existsSync(folder) &&
    readdirSync(folder).some((version) => existsSync(`${folder}/${version}/bin/initdb`))
  )
}

/** @param {string} name */
async function hasLibrary(name) {
  const { output } = await runCommand('/sbin/ldconfig', ['-p'])
  return output.includes(name)
}

/**
 * @param {string} codePoint in hexadecimal
 * @param {string} file the package's own font, for machines without fc-list
 */
async function hasGlyph(codePoint, file) {
  if (existsSync(`/usr/share/fonts/truetype/${file}`)) return true
  const { code, output } = await runCommand('fc-list', [`:charset=${codePoint}`, 'family'])
  return code === 0 && output.trim() !== ''
}

/**
 * Returns the missing packages. Throws for a name without a probe, which would otherwise always
 * count as present.
 * @param {readonly SystemPackage[]} names
 * @returns {Promise<SystemPackage[]>}
 */
export async function missingPackages(names) {
  const present = await Promise.all(
    names.map(async (name) => {
      if (!Object.hasOwn(isPresent, name)) throw problem(`${name} is no package known to scripts.`)
      return isPresent[name]()
    }),
  )
  return names.filter((_, index) => !present[index])
}

/**
 * Installs missing packages. Throws a problem with the command to type if it can't.
 * @param {readonly SystemPackage[]} names
 * @param {(line: string) => void} say
 */
export async function ensurePackages(names, say) {
  const missing = await missingPackages(names)
  if (missing.length === 0) return
  if (!canInstall())
    throw problem(`Missing on this computer: ${missing.join(', ')}. ${installHint(missing)}`)
  await installPackages(missing, say)
  const left = await missingPackages(missing)
  if (left.length > 0)
    throw problem(`${left.join(', ')} can't be installed here. ${installHint(left)}`)
}
