import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version empty if its package does not tell
 * @property {string} licence by its SPDX identifier
 * @property {string} source the address of its source; empty if unknown
 * @property {string[]} texts the licences and notices that it comes with, whole
 */

/** Packages whose package.json names no licence, and what their licence file says. */
const unnamed = new Map([['khroma', 'MIT']])

/** Copyright owners of packages that come without a licence file and an author. */
const owners = new Map([
  ['@aws-sdk', 'Amazon.com, Inc. or its affiliates'],
  ['onnxruntime', 'Microsoft Corporation'],
])

const licenceFile = /^(?:un)?licen[cs]e|^copying|^notice|^ofl\b|third.?party/i

/**
 * Returns the notice of a package, with the licences that lie beside its files. Throws for a package
 * without a licence.
 * @param {string} folder the package's folder
 * @param {Iterable<string>} files its files that are shipped
 * @param {string} templates the folder of the texts of licences
 * @returns {Notice}
 */
export function noticeOf(folder, files, templates) {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version } = about
  const given = about.license ?? about.licenses?.[0]
  const licence = (typeof given === 'string' ? given : given?.type) ?? unnamed.get(name)
  if (!licence) throw new Error(`${name} names no licence: see scripts/noticeOf.mjs`)
  const texts = foldersOf(folder, files).flatMap(textsIn)
  return {
    ...{ name, version, licence, source: sourceOf(about) },
    texts: texts.length > 0 ? texts : [standardText(templates, licence, ownerOf(about))],
  }
}

/**
 * Returns the text of a licence as it is used by everybody. Throws if it is not in the folder.
 * @param {string} templates
 * @param {string} licence
 * @param {string} copyright
 */
export function standardText(templates, licence, copyright) {
  const file = join(templates, `${licence}.txt`)
  if (!existsSync(file)) throw new Error(`There is no text of the licence ${licence}`)
  return readFileSync(file, 'utf8').replace('{copyright}', copyright).trim()
}

/**
 * Returns the folders from those of the files up to that of the package.
 * @param {string} folder
 * @param {Iterable<string>} files
 */
function foldersOf(folder, files) {
  const folders = new Set([folder])
  for (const file of files) {
    for (let at = dirname(file); at.length > folder.length; at = dirname(at)) folders.add(at)
  }
  return [...folders]
}

/** @param {string} folder */
function textsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && licenceFile.test(file.name))
    .filter(({ name }) => /^[^.]+$|\.(?:txt|md|markdown|mit|apache2?|bsd)$/i.test(name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .filter((text) => text !== '')
}

/** @param {{ name: string, author?: string | { name?: string }, repository?: unknown }} about */
function ownerOf({ name, author }) {
  const [, known] = [...owners].find(([start]) => name.startsWith(start)) ?? []
  const written = (typeof author === 'string' ? author : author?.name)?.replace(/\s*[<(].*$/, '')
  return `Copyright (c) ${known ?? (written || `the authors of ${name}`)}`
}

/** @param {{ repository?: string | { url?: string }, homepage?: string }} about */
function sourceOf({ repository, homepage = '' }) {
  const url = (typeof repository === 'string' ? repository : repository?.url) ?? homepage
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(url)
  if (short) return `https://github.com/${short[1]}`
  return url
    .replace(/^git\+/, '')
    .replace(/^(?:git|ssh|http):\/\/(?:git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '')
}
