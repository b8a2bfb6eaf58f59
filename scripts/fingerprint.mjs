import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * Returns the files below a folder in a fixed order, or the path itself for a file, or nothing for
 * a missing path.
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .toSorted()
}

/**
 * Returns a hash over names and contents. It changes only if the result of a build may change.
 * @param {string} root
 * @param {string[]} paths relative to root
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => listFiles(join(root, path)))) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`)
    hash.update(content)
  }
  return hash.digest('hex')
}
