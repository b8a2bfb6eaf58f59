import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listFiles } from '../fingerprint.mjs'
import { architectures } from './architectures.mjs'
import { runTool } from './runTool.mjs'
import { stageSystem } from './stageSystem.mjs'

/**
 * @typedef {object} PackageOptions
 * @property {string} root
 * @property {import('./architectures.mjs').Architecture} arch
 * @property {string} version
 * @property {boolean} isFast
 * @property {number} time seconds since 1970 that the files carry, so that a build can be repeated
 */

/** Libraries that Node and the native modules load. The names after `|` are Ubuntu 24.04's. */
const libraries =
  'libc6 (>= 2.28), libgcc-s1, libglib2.0-0 | libglib2.0-0t64, libsecret-1-0, libstdc++6, libx11-6, libxrandr2, libxt6 | libxt6t64, libxtst6'

/**
 * Recommended, not required: where the browser is a snap or comes from its maker, as on Ubuntu, apt
 * would refuse the package. Without a browser Parley says what to install.
 */
const browsers = 'google-chrome-stable | microsoft-edge-stable | brave-browser'
const recommends = `chromium | ${browsers}, chromium-sandbox | ${browsers}, xdotool`
const suggests = 'bubblewrap, gnome-keyring, wl-clipboard, wtype'

/**
 * Makes a package for Debian and Ubuntu. Returns its path.
 * @param {string} parley what `stageParley` laid out
 * @param {string} folder for the package and its staging
 * @param {PackageOptions} options
 */
export async function makeDeb(parley, folder, options) {
  const { root, arch, version, isFast, time } = options
  const stage = join(folder, 'deb')
  await stageSystem(stage, parley, options)
  const doc = join(stage, 'usr', 'share', 'doc', 'parley')
  mkdirSync(doc, { recursive: true })
  writeFileSync(join(doc, 'changelog.gz'), gzipSync(changelog(version, time), { level: 9 }))
  writeFileSync(join(doc, 'copyright'), copyright(root))
  const overrides = join(stage, 'usr', 'share', 'lintian', 'overrides')
  mkdirSync(overrides, { recursive: true })
  cpSync(join(root, 'build', 'linux', 'lintian-overrides'), join(overrides, 'parley'))
  writeControl(stage, { root, arch, version })
  const file = join(folder, `parley_${version}_${architectures[arch].deb}.deb`)
  const compression = isFast ? ['-Znone'] : ['-Zxz', '-z6']
  runTool('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, file], {
    SOURCE_DATE_EPOCH: String(time),
  })
  return file
}

/** @param {string} stage @param {Pick<PackageOptions, 'root' | 'arch' | 'version'>} options */
function writeControl(stage, { root, arch, version }) {
  const files = listFiles(join(stage, 'usr'))
  const control = join(stage, 'DEBIAN')
  mkdirSync(control, { recursive: true, mode: 0o755 })
  const sums = files.map(
    (file) =>
      `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(stage, file)}\n`,
  )
  writeFileSync(join(control, 'md5sums'), sums.join(''))
  const kilobytes = files.reduce(
    (sum, file) => sum + Math.ceil(readFileSync(file).length / 1024),
    0,
  )
  writeFileSync(
    join(control, 'control'),
    [
      'Package: parley',
      `Version: ${version}`,
      `Architecture: ${architectures[arch].deb}`,
      `Maintainer: ${maintainer}`,
      `Installed-Size: ${kilobytes}`,
      `Depends: ${libraries}`,
      `Recommends: ${recommends}`,
      `Suggests: ${suggests}`,
      'Section: utils',
      'Priority: optional',
      'Description: talk with AI models, online and on your own computer',
      ' Chats with models of many services and of programs on this computer, finds',
      ' answers in your own documents, makes pictures and sound, and types what you',
      ' dictate into any program.',
      ' .',
      ' An installed Chromium, Google Chrome or Microsoft Edge shows its windows.',
      '',
    ].join('\n'),
  )
  for (const name of ['postinst', 'prerm']) writeScript(root, name, join(control, name))
}

/** @param {string} root @param {string} name @param {string} target */
function writeScript(root, name, target) {
  const linux = join(root, 'build', 'linux')
  const functions = readFileSync(join(linux, 'functions.sh'), 'utf8')
  const script = readFileSync(join(linux, name), 'utf8').replace('@FUNCTIONS@', () => functions)
  writeFileSync(target, script)
  chmodSync(target, 0o755)
}

const maintainer = 'The Parley authors <parley@parley.invalid>'

/** @param {string} version @param {number} time */
function changelog(version, time) {
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000')
  return `parley (${version}) stable; urgency=medium\n\n  * What is new is told in Parley.\n\n -- ${maintainer}  ${date}\n`
}

/** @param {string} root */
function copyright(root) {
  const [, , owner = '', , ...licence] = readFileSync(join(root, 'LICENSE'), 'utf8')
    .trimEnd()
    .split('\n')
  const text = licence.map((line) => ` ${line || '.'}`).join('\n')
  return readFileSync(join(root, 'build', 'linux', 'copyright'), 'utf8')
    .replace('@COPYRIGHT@', owner.replace('Copyright (c) ', ''))
    .replace('@LICENCE@', () => text)
}
