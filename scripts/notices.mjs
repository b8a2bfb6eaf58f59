import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticeOf, standardText } from './noticeOf.mjs'

/** @typedef {import('./noticeOf.mjs').Notice} Notice */

/**
 * @typedef {object} Part what lies within the files of a package, and has a licence of its own
 * @property {string} name
 * @property {string} source
 * @property {string} licence
 * @property {string} copyright
 * @property {string} [more] what its licence wants said
 */

/** @type {Record<string, Part>} The parts of packages, compiled or as data. */
const parts = {
  '@hyzyla/pdfium': {
    name: 'PDFium',
    source: 'https://pdfium.googlesource.com/pdfium',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright 2014 The PDFium Authors',
  },
  '@jsquash/jpeg': {
    name: 'MozJPEG',
    source: 'https://github.com/mozilla/mozjpeg',
    licence: 'BSD-3-Clause',
    copyright:
      'Copyright (C) 2009-2024 D. R. Commander\nCopyright (C) 2015 Viktor Szathmáry\nCopyright (C) 2014 Mozilla Corporation',
    more: 'This software is based in part on the work of the Independent JPEG Group.',
  },
  '@jsquash/png': {
    name: 'image-png',
    source: 'https://github.com/image-rs/image-png',
    licence: 'MIT',
    copyright: 'Copyright (c) 2015 nwin',
  },
  '@jsquash/webp': {
    name: 'libwebp',
    source: 'https://github.com/webmproject/libwebp',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright (c) 2010, Google Inc. All rights reserved.',
  },
  '@ricky0123/vad-web': {
    name: 'Silero VAD',
    source: 'https://github.com/snakers4/silero-vad',
    licence: 'MIT',
    copyright: 'Copyright (c) 2020-present Silero Team',
  },
}

/**
 * Returns the plugins that write `notices.json` into the build of the pages: the licences of all
 * packages of which the builds hold a file, and of those that are shipped beside them. The builds
 * of main, of the preload and of workers only collect; that of the pages is the last. The build
 * fails for a package without a licence.
 * @param {object} options
 * @param {string} options.root
 * @param {readonly string[]} options.shipped the names of packages that are shipped as they are
 * @param {readonly string[]} options.prebuilt the names of packages that hold those they need
 * @returns {Record<'collect' | 'write', () => import('vite').Plugin>}
 */
export function notices({ root, shipped, prebuilt }) {
  /** @type {Map<string, Set<string>>} The bundled files by the folders of their packages. */
  const packages = new Map()
  const templates = join(root, 'scripts', 'notices')
  for (const name of shipped) add(packages, join(root, 'node_modules', name), [])

  /** @param {import('rolldown').OutputBundle} bundle */
  const collect = (bundle) => {
    for (const file of Object.values(bundle)) {
      const ids = file.type === 'chunk' ? file.moduleIds : file.originalFileNames
      for (const id of ids) addFile(packages, root, id)
    }
  }
  return {
    collect: () => ({
      name: 'collect-notices',
      apply: 'build',
      generateBundle: (_options, bundle) => collect(bundle),
    }),
    write: () => ({
      name: 'write-notices',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          collect(bundle)
          for (const name of prebuilt) addBuiltOf(packages, root, join(root, 'node_modules', name))
          const all = [...packages].flatMap(([folder, files]) => {
            const notice = noticeOf(folder, files, templates)
            return [notice, ...noticesOfPart(parts[notice.name], templates)]
          })
          this.emitFile({ type: 'asset', fileName: 'notices.json', source: toJson(all) })
        },
      },
    }),
  }
}

/**
 * @param {Part | undefined} within
 * @param {string} templates
 * @returns {Notice[]}
 */
function noticesOfPart(within, templates) {
  if (!within) return []
  const { name, source, licence, copyright, more } = within
  const texts = [standardText(templates, licence, copyright), ...(more ? [more] : [])]
  return [{ name, version: '', licence, source, texts }]
}

/**
 * @param {Map<string, Set<string>>} packages
 * @param {string} root
 * @param {string} id a module's id, or the name of a file, which may be relative to the pages
 */
function addFile(packages, root, id) {
  const [path = ''] = /node_modules\/[^?#]+/.exec(id.replaceAll('\\', '/')) ?? []
  const [inside] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []
  if (inside === undefined || !existsSync(join(root, inside, 'package.json'))) return
  add(packages, join(root, inside), [join(root, path)])
}

/**
 * Adds the packages that a package was built of, and those that these need.
 * @param {Map<string, Set<string>>} packages
 * @param {string} root
 * @param {string} folder
 */
function addBuiltOf(packages, root, folder) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const places = [join(folder, 'node_modules', name), join(root, 'node_modules', name)]
    const found = places.find((place) => existsSync(join(place, 'package.json')))
    if (!found) throw new Error(`${name} is not installed`)
    // Types are in no program.
    if (packages.has(found) || name.startsWith('@types/')) continue
    add(packages, found, [])
    addBuiltOf(packages, root, found)
  }
}

/**
 * @param {Map<string, Set<string>>} packages
 * @param {string} folder
 * @param {readonly string[]} files
 */
function add(packages, folder, files) {
  const known = packages.get(folder) ?? new Set()
  for (const file of files) known.add(file)
  packages.set(folder, known)
}

/**
 * Returns the notices by name, with equal texts once.
 * @param {readonly Notice[]} all
 */
function toJson(all) {
  /** @type {Map<string, Notice>} */
  const once = new Map(all.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  const sorted = [...once.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const texts = [...new Set(sorted.flatMap((notice) => notice.texts))]
  const packages = sorted.map((notice) => ({
    ...notice,
    texts: [...new Set(notice.texts)].map((text) => texts.indexOf(text)),
  }))
  return JSON.stringify({ packages, texts })
}
