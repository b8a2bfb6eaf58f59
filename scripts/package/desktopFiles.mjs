import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { renderIcons } from './renderIcons.mjs'

/**
 * Lays out what a desktop reads about Parley below /usr/share: entry, icons and man page.
 * @param {string} share
 * @param {{ root: string, version: string }} options
 */
export async function stageDesktopFiles(share, { root, version }) {
  const linux = join(root, 'build', 'linux')
  write(join(share, 'applications'), 'parley.desktop', desktopEntry(root))
  await renderIcons(root, join(share, 'icons', 'hicolor'))
  const page = readFileSync(join(linux, 'parley.1'), 'utf8').replace('@VERSION@', version)
  write(join(share, 'man', 'man1'), 'parley.1.gz', gzipSync(page, { level: 9 }))
}

/** @param {string} folder @param {string} name @param {string | Uint8Array} content */
export function write(folder, name, content) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
}

/** Returns the desktop entry, with the app's own words in each of its languages. @param {string} root */
export function desktopEntry(root) {
  const texts = readLocales(join(root, 'src', 'renderer', 'locales'))
  const names = (/** @type {(locale: Locale) => string} */ choose) => localized(texts, choose)
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Parley',
    'Comment=Talk with AI models, online and on your own computer',
    'Exec=parley %U',
    'Icon=parley',
    'Terminal=false',
    'Categories=Utility;',
    'Keywords=AI;assistant;chat;dictation;LLM;',
    'StartupWMClass=parley',
    'StartupNotify=true',
    'MimeType=x-scheme-handler/parley;',
    'Actions=new-chat;dictate;',
    '',
    '[Desktop Action new-chat]',
    ...names(({ app }) => app.commands.newChat),
    'Exec=parley parley://new',
    '',
    '[Desktop Action dictate]',
    ...names(({ menu }) => menu.dictate),
    'Exec=parley --dictate',
    '',
  ].join('\n')
}

/**
 * @typedef {{ app: { commands: { newChat: string } }, menu: { dictate: string } }} Locale
 * @param {string} folder
 * @returns {Map<string, Locale>}
 */
function readLocales(folder) {
  return new Map(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  )
}

/** Chinese and Portuguese are written differently by country; the others serve every country. */
const byCountry = /^(?:zh|pt)-/

/** @param {Map<string, Locale>} texts @param {(locale: Locale) => string} choose */
function localized(texts, choose) {
  return [...texts].map(([tag, locale]) => {
    const language = byCountry.test(tag) ? tag.replace('-', '_') : tag.split('-')[0]
    return `Name${language === 'en' ? '' : `[${language}]`}=${choose(locale)}`
  })
}
