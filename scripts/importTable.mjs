import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { pathToFileURL } from 'node:url'
import { features, generalRules } from '../.dependency-cruiser.mjs'
import { projectRoot } from './projectRoot.mjs'

const page = join(projectRoot, 'docs/architecture.md')
const [begin, end] = ['<!-- importTable.mjs writes this -->', '<!-- end of importTable.mjs -->']

/**
 * Returns a Markdown table as oxfmt formats it: columns of one width.
 * @param {string[][]} rows the head first
 */
function table(rows) {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  const rule = widths.map((width) => '-'.repeat(width))
  return [lines[0] ?? [], rule, ...lines.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Returns docs/architecture.md with its tables of imports as the rules are now. */
export function withImportTable() {
  const text = readFileSync(page, 'utf8')
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)]
  if (start < 0 || stop < start) throw new Error(`The markers are missing in ${page}`)
  const ofFeatures = Object.entries(features).map(([feature, uses]) => [
    `\`${feature}\``,
    uses.map((name) => `\`${name}\``).join(', ') || 'no other feature',
  ])
  const tables = [
    table([['feature', 'may import, in main and in the renderer'], ...ofFeatures]),
    table([
      ['rule', 'holds'],
      ...generalRules.map(({ name, comment }) => [`\`${name}\``, comment]),
    ]),
  ]
  return `${text.slice(0, start)}${begin}\n\n${tables.join('\n\n')}\n\n${text.slice(stop)}`
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) writeFileSync(page, withImportTable())
