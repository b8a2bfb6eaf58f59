import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { CodeSplittingGroup } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { entriesApart } from '../../scripts/entriesApart.mjs'
import { sharedParts, startFiles } from '../../scripts/startFiles.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

const page = (script: string): string => `<script type="module" src="${script}"></script>`

/** A page of two places that are loaded on demand, and an overlay that shares modules with them. */
const sources = {
  'src/renderer/index.html': page('main.ts'),
  'src/renderer/overlay.html': page('overlay.ts'),
  'src/renderer/main.ts':
    'import { base } from "./base.ts"\ndocument.title = base("program of the window")\nvoid import("./one.ts")\nvoid import("./two.ts")',
  'src/renderer/overlay.ts':
    'import { both } from "./both.ts"\ndocument.title = both()\nvoid import("./late.ts")',
  'src/renderer/base.ts': 'export const base = (text) => `base ${text}`',
  'src/renderer/both.ts': 'export const both = () => "used by both"',
  'src/renderer/late.ts': 'export { later } from "./later.ts"',
  'src/renderer/later.ts': 'export const later = () => "used by both later"',
  'src/renderer/own.ts':
    'import { base } from "./base.ts"\nimport { both } from "./both.ts"\nimport { later } from "./later.ts"\nexport const own = () => base("part") + both() + later()',
  'src/renderer/one.ts': 'import { own } from "./own.ts"\ndocument.title = own() + "one"',
  'src/renderer/two.ts': 'import { own } from "./own.ts"\ndocument.title = own() + "two"',
}

async function buildPages(groups: (overlay: string) => CodeSplittingGroup[]): Promise<string> {
  const folder = temporaryFolder()
  writeTree(folder, sources)
  const root = join(folder, 'src/renderer')
  const [index, overlay] = [join(root, 'index.html'), join(root, 'overlay.html')]
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [entriesApart()],
    build: {
      outDir: join(folder, 'out'),
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index, overlay },
        output: {
          codeSplitting: { groups: [startFiles(index, overlay), ...groups(overlay)] },
        },
      },
    },
  })
  return join(folder, 'out')
}

/** Returns the scripts that a built page reads, at once or on demand. */
function scriptsOf(out: string, html: string): Set<string> {
  const names = (text: string): string[] =>
    [...text.matchAll(/[\w-]+\.js(?=["'`])/g)].map(([name]) => name)
  const found = new Set(names(readFileSync(join(out, html), 'utf8')))
  for (const name of found) {
    for (const imported of names(readFileSync(join(out, 'assets', name), 'utf8'))) {
      found.add(imported)
    }
  }
  return found
}

describe('the shared parts', () => {
  test('are one file for each page that uses them, and run no other page', async () => {
    const out = await buildPages(sharedParts)
    const ofPage = scriptsOf(out, 'index.html')
    const ofOverlay = scriptsOf(out, 'overlay.html')
    const text = (names: Iterable<string>): string =>
      [...names].map((name) => readFileSync(join(out, 'assets', name), 'utf8')).join('\n')
    expect(text(ofPage)).toContain('used by both later')
    expect(text(ofOverlay)).toContain('used by both later')
    expect(text(ofOverlay)).not.toContain('program of the window')
    expect([...ofPage].filter((name) => name.startsWith('parts-'))).toHaveLength(1)
  })

  test('fail the build where one would run another page', async () => {
    const joined = (): CodeSplittingGroup[] => [{ name: 'parts', test: /both|own|later/ }]
    await expect(buildPages(joined)).rejects.toThrow(
      /A page runs another page's program: assets\/overlay-.*\.js → assets\/parts-.*\.js → assets\/index-/,
    )
  })
})
