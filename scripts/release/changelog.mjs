import { problem } from '../problem.mjs'

/**
 * Returns the section of a version in CHANGELOG.md, without its heading. Throws a problem if it is
 * missing, empty or without a date.
 * @param {string} changelog
 * @param {string} version such as 0.2.0
 * @returns {string}
 */
export function readSection(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version)
  if (section === undefined) throw problem(`CHANGELOG.md has no section for ${version}.`)
  const [heading = '', ...lines] = section.split(/\r?\n/)
  if (!/\d{4}-\d{2}-\d{2}/.test(heading)) {
    throw problem(`CHANGELOG.md names no date for ${version}. Write: ## ${version} (YYYY-MM-DD)`)
  }
  const notes = lines.join('\n').trim()
  if (notes === '') throw problem(`CHANGELOG.md says nothing about ${version}.`)
  return notes
}

/**
 * Throws a problem unless the tag names the version of package.json.
 * @param {string | undefined} tag
 * @param {string} version
 */
export function checkTag(tag, version) {
  if (tag === `v${version}`) return
  throw problem(`The tag is ${tag ?? 'missing'}, but package.json has ${version}: use v${version}.`)
}
