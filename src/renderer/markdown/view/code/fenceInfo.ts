import { codeLanguageLabel, findCodeLanguage } from '../../highlight/codeLanguages.ts'
import type { CodeLanguageName } from '../../highlight/codeLanguages.ts'
import type { PreviewedCode } from '../../host.ts'

const maxNameLength = 100

/** The text behind an opening fence: ```` ```ts title="a.ts" ````, ```` ```src/a.ts ````. */
export interface FenceInfo {
  language: CodeLanguageName | undefined
  /** The heading of the code; empty where the fence says nothing. */
  label: string
  /** The kind of document that the code is; undefined for none that can be previewed. */
  preview: PreviewedCode['kind'] | undefined
  /** Returns a name for a file with the code, even if the fence names none. */
  fileName: string
}

/** The languages of files whose ending is not the name of their language. */
const endings: Partial<Record<CodeLanguageName, string>> = {
  bash: 'sh',
  clojure: 'clj',
  csharp: 'cs',
  docker: 'dockerfile',
  elixir: 'ex',
  erlang: 'erl',
  fortran: 'f90',
  fsharp: 'fs',
  haskell: 'hs',
  javascript: 'js',
  julia: 'jl',
  kotlin: 'kt',
  latex: 'tex',
  make: 'mk',
  markdown: 'md',
  matlab: 'm',
  nginx: 'conf',
  objectivec: 'm',
  ocaml: 'ml',
  perl: 'pl',
  powershell: 'ps1',
  protobuf: 'proto',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  terraform: 'tf',
  typescript: 'ts',
  yaml: 'yml',
}

export function readFenceInfo(info: string): FenceInfo {
  // `js{1,3}` marks lines, and `ts:src/a.ts` names the file, too.
  const word = /^[^\s{]*/.exec(info)?.[0] ?? ''
  const path = titleIn(info) ?? pathIn(word)
  const language =
    findCodeLanguage(word) ??
    findCodeLanguage(word.split(':', 1)[0] ?? '') ??
    findCodeLanguage(/\.(\w+)$/.exec(path ?? '')?.[1] ?? '')
  const ending = language ? (endings[language] ?? language) : 'txt'
  return {
    language,
    label: codeLanguageLabel(word),
    preview: previewOf(word, path),
    fileName: safeName(path ?? '') || `code.${ending}`,
  }
}

/**
 * Reads the kind of document from the word, because a drawing is coloured as XML; from the ending
 * of the path where the word names no other language: a `diff` of `page.html` is no document.
 */
function previewOf(word: string, path: string | undefined): PreviewedCode['kind'] | undefined {
  const named = (word.split(':', 1)[0] ?? '').toLowerCase()
  const saysLittle = word === path || ['', 'xml', 'text', 'txt', 'plaintext'].includes(named)
  const ending = (saysLittle && /\.(\w+)$/.exec(path ?? '')?.[1]) || ''
  return previewKinds.get(named) ?? previewKinds.get(ending.toLowerCase())
}

/** By words that a stranger writes, so not an object: `constructor` is none of its kinds. */
const previewKinds: ReadonlyMap<string, PreviewedCode['kind']> = new Map([
  ['html', 'html'],
  ['htm', 'html'],
  ['svg', 'svg'],
  ['markdown', 'markdown'],
  ['md', 'markdown'],
])

function titleIn(info: string): string | undefined {
  const title = /\s(?:title|file|filename)=(?:"([^"]+)"|'([^']+)'|([^\s"'}]+))/.exec(info)
  return title?.[1] ?? title?.[2] ?? title?.[3]
}

function pathIn(word: string): string | undefined {
  return /(?:^|:)([\w./\\-]*\w\.\w{1,8})$/.exec(word)?.[1]
}

/** Returns the last part of a path, with only characters that every system allows in file names. */
function safeName(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? ''
  const allowed = last.replace(/[\p{C}<>:"|?*]/gu, '').trim()
  return /^\.*$/.test(allowed) ? '' : allowed.slice(-maxNameLength)
}
