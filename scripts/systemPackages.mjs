import { existsSync, readFileSync } from 'node:fs'
import { findBrowser } from '../chromium-host/findBrowser.mjs'
import { problem } from './problem.mjs'
import { lastLines, runCommand } from './runCommand.mjs'
import { hasCommand } from './tiedToParent.mjs'

/**
 * What the machine must have, by the name of its Debian package, and how to see whether it has it.
 * @type {Record<string, () => boolean | Promise<boolean>>}
 */
const isPresent = {
  chromium: () => findBrowser() !== undefined,
  xvfb: () => hasCommand('Xvfb'),
  xdotool: () => hasCommand('xdotool'),
  dbus: () => hasCommand('dbus-run-session'),
  'gnome-keyring': () => hasCommand('gnome-keyring-daemon'),
  'libsecret-1-0': () => hasLibrary('libsecret-1.so.0'),
  libxtst6: () => hasLibrary('libXtst.so.6'),
  libxrandr2: () => hasLibrary('libXrandr.so.2'),
  libxt6: () => hasLibrary('libXt.so.6'),
  // Chinese, Japanese and Korean in 5 MB; Arabic and Cyrillic are in the fonts Chromium brings.
  'fonts-wqy-microhei': () => hasGlyph('ac00', 'wqy/wqy-microhei.ttc'),
  // Thai in 0.4 MB.
  'fonts-tlwg-loma-ttf': () => hasGlyph('e01', 'tlwg/Loma.ttf'),
  'fonts-noto-color-emoji': () => hasGlyph('1f9d1', 'noto/NotoColorEmoji.ttf'),
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
 * @param {string[]} names
 * @returns {Promise<string[]>} those that are missing
 */
export async function missingPackages(names) {
  const present = await Promise.all(names.map(async (name) => isPresent[name]?.() ?? true))
  return names.filter((_, index) => !present[index])
}

/** @returns {boolean} whether apt-get can install packages here */
export function canInstall() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !hasCommand('apt-get'))
    return false
  return isDebianLike(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')
}

/** @param {string} release the content of /etc/os-release */
export const isDebianLike = (release) => /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(release)

/**
 * @param {string[]} names
 * @param {(line: string) => void} say
 */
export async function installPackages(names, say) {
  say(`Installing ${names.join(', ')} with apt-get …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  const install = () =>
    runCommand(
      'apt-get',
      ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', ...names],
      { env },
    )
  let result = await install()
  if (result.code !== 0) {
    // The lists of a fresh or an old machine don't know the packages of today.
    await runCommand('apt-get', ['update'], { env })
    result = await install()
  }
  if (result.code !== 0) {
    throw problem(`${lastLines(result.output, 12)}\n\n${installHint(names)}`)
  }
}

/**
 * @param {string[]} names
 * @returns {string} what to type to get them
 */
export function installHint(names, platform = process.platform) {
  if (platform === 'linux') {
    return `Type: sudo apt-get install ${names.join(' ')} (or what these are called on your system)`
  }
  return `Missing: ${names.join(', ')}`
}

/**
 * @param {string[]} names
 * @param {(line: string) => void} say
 */
export async function ensurePackages(names, say) {
  const missing = await missingPackages(names)
  if (missing.length === 0) return
  if (!canInstall())
    throw problem(`Missing on this machine: ${missing.join(', ')}. ${installHint(missing)}`)
  await installPackages(missing, say)
  const left = await missingPackages(missing)
  if (left.length > 0)
    throw problem(`${left.join(', ')} can't be installed here. ${installHint(left)}`)
}
