interface CodeLanguage {
  /** The name that the code block's header shows. */
  label: string
  /** Other names that a fence may be marked with. */
  aliases?: readonly string[]
}

/** The languages that are highlighted, by the names of their grammars; any other stays plain. */
const codeLanguages = {
  bash: { label: 'Shell', aliases: ['sh', 'shell', 'zsh', 'shellscript'] },
  c: { label: 'C', aliases: ['h'] },
  clojure: { label: 'Clojure', aliases: ['clj'] },
  cmake: { label: 'CMake' },
  cpp: { label: 'C++', aliases: ['c++', 'cc', 'hpp'] },
  csharp: { label: 'C#', aliases: ['cs', 'c#'] },
  css: { label: 'CSS' },
  csv: { label: 'CSV' },
  dart: { label: 'Dart' },
  diff: { label: 'Diff', aliases: ['patch'] },
  docker: { label: 'Dockerfile', aliases: ['dockerfile'] },
  elixir: { label: 'Elixir', aliases: ['ex'] },
  erlang: { label: 'Erlang', aliases: ['erl'] },
  fortran: { label: 'Fortran', aliases: ['f90'] },
  fsharp: { label: 'F#', aliases: ['fs', 'f#'] },
  go: { label: 'Go', aliases: ['golang'] },
  graphql: { label: 'GraphQL', aliases: ['gql'] },
  groovy: { label: 'Groovy' },
  haskell: { label: 'Haskell', aliases: ['hs'] },
  html: { label: 'HTML' },
  ini: { label: 'INI', aliases: ['properties', 'conf'] },
  java: { label: 'Java' },
  javascript: { label: 'JavaScript', aliases: ['js', 'mjs', 'cjs', 'node'] },
  json: { label: 'JSON', aliases: ['json5', 'jsonc', 'jsonl'] },
  jsx: { label: 'JSX' },
  julia: { label: 'Julia', aliases: ['jl'] },
  kotlin: { label: 'Kotlin', aliases: ['kt', 'kts'] },
  latex: { label: 'LaTeX', aliases: ['tex'] },
  lua: { label: 'Lua' },
  make: { label: 'Makefile', aliases: ['makefile'] },
  markdown: { label: 'Markdown', aliases: ['md'] },
  matlab: { label: 'MATLAB' },
  nginx: { label: 'Nginx' },
  nix: { label: 'Nix' },
  objectivec: { label: 'Objective-C', aliases: ['objective-c', 'objc'] },
  ocaml: { label: 'OCaml', aliases: ['ml'] },
  perl: { label: 'Perl', aliases: ['pl'] },
  php: { label: 'PHP' },
  powershell: { label: 'PowerShell', aliases: ['ps1', 'pwsh'] },
  protobuf: { label: 'Protobuf', aliases: ['proto'] },
  python: { label: 'Python', aliases: ['py', 'python3'] },
  r: { label: 'R' },
  ruby: { label: 'Ruby', aliases: ['rb'] },
  rust: { label: 'Rust', aliases: ['rs'] },
  scala: { label: 'Scala' },
  scss: { label: 'SCSS', aliases: ['sass'] },
  sql: { label: 'SQL', aliases: ['mysql', 'postgresql', 'sqlite', 'plsql'] },
  svelte: { label: 'Svelte' },
  swift: { label: 'Swift' },
  terraform: { label: 'Terraform', aliases: ['hcl', 'tf'] },
  toml: { label: 'TOML' },
  tsx: { label: 'TSX' },
  typescript: { label: 'TypeScript', aliases: ['ts', 'mts', 'cts'] },
  vue: { label: 'Vue' },
  xml: { label: 'XML', aliases: ['svg', 'xsl'] },
  yaml: { label: 'YAML', aliases: ['yml'] },
  zig: { label: 'Zig' },
} as const satisfies Record<string, CodeLanguage>

export type CodeLanguageName = keyof typeof codeLanguages

const names = new Map<string, CodeLanguageName>()
for (const name of Object.keys(codeLanguages) as CodeLanguageName[]) {
  const language: CodeLanguage = codeLanguages[name]
  for (const alias of [name, ...(language.aliases ?? [])]) names.set(alias, name)
}

/** Returns the language with this name, or with this other name; undefined for an unknown one. */
export function findCodeLanguage(marked: string): CodeLanguageName | undefined {
  return names.get(marked.toLowerCase())
}

/** Returns the name for a code block's header. An unknown language keeps the fence's name. */
export function codeLanguageLabel(marked: string): string {
  const name = findCodeLanguage(marked)
  return name ? codeLanguages[name].label : marked
}
