import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../scripts/fingerprint.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import texts from '../../src/renderer/locales/en-US.json' with { type: 'json' }

const folder = join(projectRoot, 'src/renderer')
const keys = Object.keys(texts)
/** The beginning of a key, such as `settings.theme` of `settings.theme.${value}`. */
const quotedKey = new RegExp(`['"\`](${keys.join('|')})\\.(\\w+|\\$\\{)`, 'g')

function isText(part: string, name: string): boolean {
  const names = Object.keys(texts[part as keyof typeof texts])
  return name === '${' || names.some((known) => known === name || known.startsWith(`${name}_`))
}

interface Source {
  imports: string[]
  /** Modules that load on demand. */
  lazyImports: string[]
  /** The parts of the texts that it uses. */
  used: string[]
  /** The parts that it has loaded. */
  loaded: string[]
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const pathsOf = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)]
      .map(([, path = '']) => path)
      .filter((imported) => /^\..*\.tsx?$/.test(imported))
      .map((imported) => resolve(dirname(path), imported))
      .filter((imported) => imported.startsWith(folder))
  return {
    imports: pathsOf(/^(?:import|export|\})(?! type)(?:[^'"]*? from)? '([^']+)'/gm),
    lazyImports: pathsOf(/\bimport\('([^']+)'\)/g),
    used: [...text.matchAll(quotedKey)]
      .filter(([, part = '', name = '']) => isText(part, name))
      .map(([, part = '']) => part),
    loaded: [...text.matchAll(/\?keys=([\w,]+)/g)].flatMap(([, list = '']) => list.split(',')),
  }
}

const sources = new Map(
  listFiles(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readSource(path)]),
)

/** Returns the files that load with the given one: its imports, and theirs. */
function closureOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const imported of sources.get(path)?.imports ?? []) closureOf(imported, found)
  return found
}

/** The parts that those load who show a root: the first ones, and what their `texts.ts` hold. */
function loadedFor(root: string): Set<string> {
  const showing = [...sources].filter(
    ([path, source]) => path === root || source.lazyImports.includes(root),
  )
  const files = showing.flatMap(([, { imports }]) => imports.filter(isTextFile))
  return partsOf([join(folder, 'core/i18n.ts'), ...files], 'loaded')
}

function isTextFile(path: string): boolean {
  return path.endsWith('/texts.ts')
}

function partsOf(paths: Iterable<string>, kind: 'used' | 'loaded'): Set<string> {
  return new Set([...paths].flatMap((path) => sources.get(path)?.[kind] ?? []))
}

const roots = [
  join(folder, 'main.tsx'),
  join(folder, 'dictation/overlayPage.tsx'),
  ...new Set([...sources.values()].flatMap(({ lazyImports }) => lazyImports)),
]

test('each part of the texts is loaded by somebody', () => {
  const inMain = ['app/menu/menuTexts.ts', 'commandLine/sentences.ts'].flatMap(
    (path) => readSource(join(projectRoot, 'src/main', path)).loaded,
  )
  const all = new Set([...partsOf(sources.keys(), 'loaded'), ...inMain])
  expect([...all].toSorted()).toEqual(keys.toSorted())
})

test.each(roots.map((path) => relative(folder, path)))(
  '%s has the texts of what it shows',
  (root) => {
    const closure = closureOf(join(folder, root))
    const there = loadedFor(join(folder, root))
    const missing = [...closure].flatMap((path) =>
      (sources.get(path)?.used ?? [])
        .filter((part) => !there.has(part))
        .map((part) => `${relative(folder, path)} speaks of ${part}`),
    )
    expect([...new Set(missing)]).toEqual([])
  },
)

test('every text is used', () => {
  const sources = ['renderer', 'main', 'shared']
    .flatMap((each) => listFiles(join(projectRoot, 'src', each)))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const words = new Set(sources.match(/\w+/g))
  /** The ends of keys that begin with a value, such as `Title` of `${kind}Title`. */
  const ends = new Set([...sources.matchAll(/\}([A-Z]\w*)`/g)].map(([, end = '']) => end))
  const isUsed = (key: string): boolean => {
    const name = key.replace(/_(?:zero|one|two|few|many|other)$/, '')
    const isMade = (end: string): boolean =>
      name.endsWith(end) && words.has(name.slice(0, -end.length))
    return words.has(name) || [...ends].some(isMade)
  }
  const unused = Object.entries(texts).flatMap(([part, ofPart]) =>
    Object.keys(ofPart)
      .filter((key) => !isUsed(key))
      .map((key) => `${part}.${key}`),
  )
  expect(unused).toEqual([])
})
