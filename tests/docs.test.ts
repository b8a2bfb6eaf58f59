import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../scripts/fingerprint.mjs'
import { projectRoot } from '../scripts/projectRoot.mjs'

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const sources = [
  ...['src', 'chromium-host', 'scripts', 'tests'].flatMap((folder) =>
    listFiles(join(projectRoot, folder)).map((file) => relative(projectRoot, file)),
  ),
  ...readdirSync(projectRoot),
].map((file) => `/${file.replaceAll('\\', '/')}`)

const read = (page: string): string => readFileSync(join(projectRoot, page), 'utf8')

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('%s links to pages, files and headings that are there', (page) => {
  const broken = Array.from(read(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(projectRoot, target))) return true
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
    })
  expect(broken).toEqual([])
})

test.each(pages)('%s names source files that are there', (page) => {
  const named = Array.from(
    read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g),
    ([, name = '']) => name,
  )
  // Electron's own types lie in its package.
  const missing = named.filter(
    (name) => name !== 'electron.d.ts' && !sources.some((file) => file.endsWith(`/${name}`)),
  )
  expect(missing).toEqual([])
})

test('the changelog names each change of a version once', () => {
  for (const version of read('CHANGELOG.md').split(/^## /m)) {
    const names = Array.from(version.matchAll(/^- \*\*(.+?)\*\*/gm), ([, name = '']) => name)
    expect(names).toEqual([...new Set(names)])
  }
})
