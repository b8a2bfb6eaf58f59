import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { pageApart } from '../../scripts/pageApart.mjs'
import { sharedParts, startFiles } from '../../scripts/startFiles.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

const page = (script: string): string => `<script type="module" src="${script}"></script>`

/** A page of two places that are loaded on demand, and an overlay that shares modules with them. */
const sources = {
  'src/renderer/index.html': page('main.ts'),
  'src/renderer/overlay/overlay.html': page('overlay.ts'),
  'src/renderer/main.ts':
    'import "./look.css"\nimport { base } from "./base.ts"\ndocument.title = base("program of the window")\nvoid import("./one.ts")\nvoid import("./two.ts")',
  'src/renderer/overlay/overlay.ts':
    'import "../look.css"\nimport { both } from "../both.ts"\ndocument.title = both()\nvoid import("../late.ts")',
  'src/renderer/base.ts':
    'import { both } from "./both.ts"\nexport const base = (text) => `base ${both()} ${text}`',
  'src/renderer/both.ts': 'export const both = () => "used by both"',
  'src/renderer/late.ts': 'export { later } from "./later.ts"',
  'src/renderer/later.ts': 'export const later = () => "used by both later"',
  'src/renderer/own.ts':
    'import { base } from "./base.ts"\nimport { later } from "./later.ts"\nexport const own = () => base("part") + later()',
  'src/renderer/one.ts': 'import { own } from "./own.ts"\ndocument.title = own() + "one"',
  'src/renderer/two.ts': 'import { own } from "./own.ts"\ndocument.title = own() + "two"',
  'src/renderer/look.css': '.look { color: red }',
}

async function buildPages(): Promise<string> {
  const folder = temporaryFolder()
  writeTree(folder, sources)
  const root = join(folder, 'src/renderer')
  const [index, overlay] = [join(root, 'index.html'), join(root, 'overlay/overlay.html')]
  await build({
    ...{ root, base: './', configFile: false, logLevel: 'silent' },
    plugins: [pageApart({ page: overlay, plugins: () => [], build })],
    build: {
      outDir: join(folder, 'out'),
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: index,
        output: { codeSplitting: { groups: [startFiles(index), sharedParts] } },
      },
    },
  })
  return join(folder, 'out')
}

/** Returns the names of the files that a built page names itself. */
function namedBy(out: string, html: string): string[] {
  const text = readFileSync(join(out, html), 'utf8')
  return [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
}

/** Returns the texts of the scripts that a built page reads, at once or on demand. */
function scriptsOf(out: string, html: string): string[] {
  const names = (text: string): string[] =>
    [...text.matchAll(/[\w-]+\.js(?=["'`])/g)].map(([name]) => name)
  const read = (name: string): string => readFileSync(join(out, 'assets', name), 'utf8')
  const found = new Set(names(readFileSync(join(out, html), 'utf8')))
  for (const name of found) for (const imported of names(read(name))) found.add(imported)
  return [...found].map(read)
}

test('each page starts with one script and one style sheet of its own', async () => {
  const out = await buildPages()
  expect(namedBy(out, 'index.html')).toEqual([
    expect.stringMatching(/^\.\/assets\/index-.*\.js$/),
    expect.stringMatching(/^\.\/assets\/index-.*\.css$/),
  ])
  expect(namedBy(out, 'overlay/overlay.html')).toEqual([
    expect.stringMatching(/^\.\.\/assets\/overlay-.*\.js$/),
    expect.stringMatching(/^\.\.\/assets\/overlay-.*\.css$/),
  ])
  const ofPage = scriptsOf(out, 'index.html').join('\n')
  const ofOverlay = scriptsOf(out, 'overlay/overlay.html').join('\n')
  expect(ofPage).toContain('used by both later')
  expect(ofPage).toContain('program of the window')
  expect(ofOverlay).toContain('used by both later')
  expect(ofOverlay).not.toContain('program of the window')
})

test('what several parts of the page share is one file', async () => {
  const out = await buildPages()
  const parts = readdirSync(join(out, 'assets')).filter((name) => name.startsWith('parts-'))
  expect(parts).toHaveLength(1)
})
