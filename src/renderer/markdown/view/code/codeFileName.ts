import { findCodeLanguage } from '../../highlight/codeLanguages.ts'
import type { CodeLanguageName } from '../../highlight/codeLanguages.ts'

/** Where the ending of a file is not the name of its language. */
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

/** The word that a fence names its language by; ```` ```ts title="a.ts" ```` says `ts`. */
export function languageOf(info: string): string {
  return /^[^\s{]*/.exec(info)?.[0] ?? ''
}

/** A name to save code under: the fence's own, if it gives one. */
export function codeFileName(info: string): string {
  const title = /(?:title|file|filename)=(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(info)
  const named = title?.[1] ?? title?.[2] ?? title?.[3] ?? pathIn(info)
  const name = named?.split(/[/\\]/).at(-1)
  if (name) return name
  const language = findCodeLanguage(languageOf(info))
  return `code.${language ? (endings[language] ?? language) : 'txt'}`
}

function pathIn(info: string): string | undefined {
  const first = languageOf(info)
  return /^[\w./-]*\w\.\w{1,8}$/.test(first) ? first : undefined
}
