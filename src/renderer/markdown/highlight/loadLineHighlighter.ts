import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import type { GrammarState, HighlighterCore, ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { codeGrammars } from './codeGrammars.ts'
import type { CodeLanguageName } from './codeLanguages.ts'

/** Longer lines, such as minified code, stay plain. */
const maxLineLength = 2000
const variablePrefix = '--code-'
const theme = createCssVariablesTheme({ name: 'parley', variablePrefix })

/** A piece of a line: its length in UTF-16 units, and its kind, such as `keyword`. */
export type Token = readonly [length: number, kind: string]

export interface HighlightedLine {
  tokens: readonly Token[]
  /** The state that the next line starts with. */
  state: GrammarState | undefined
}

export type LineHighlighter = (line: string, state: GrammarState | undefined) => HighlightedLine

let starting: Promise<HighlighterCore> | undefined

function start(): Promise<HighlighterCore> {
  starting ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  return starting
}

/** Loads the grammar that splits one line after the other into tokens. */
export async function loadLineHighlighter(name: CodeLanguageName): Promise<LineHighlighter> {
  const [core, { default: registrations }] = await Promise.all([start(), codeGrammars[name]()])
  await core.loadLanguage(...registrations)
  // A grammar brings those that it embeds along, and comes last itself.
  const grammar = registrations.at(-1)?.name ?? 'text'
  return (line, state) => {
    const lines = core.codeToTokensBase(line, {
      lang: grammar,
      theme: 'parley',
      tokenizeMaxLineLength: maxLineLength,
      // A grammar's first line compiles it, however long that takes.
      tokenizeTimeLimit: 0,
      ...(state ? { grammarState: state } : {}),
    })
    return { tokens: joinTokens(lines[0] ?? []), state: core.getLastGrammarState(lines) }
  }
}

/**
 * Joins neighbouring pieces of the same colour. White space, which has none, joins the piece beside
 * it.
 */
function joinTokens(pieces: readonly ThemedToken[]): Token[] {
  const tokens: [length: number, kind: string][] = []
  let indent = 0
  for (const { content, color } of pieces) {
    const kind = kindOf(color)
    const last = tokens.at(-1)
    const isBlank = content.trim() === ''
    if (last && (isBlank || last[1] === kind)) last[0] += content.length
    else if (isBlank) indent += content.length
    else tokens.push([last ? content.length : indent + content.length, kind])
  }
  return tokens.length > 0 ? tokens : [[indent, '']]
}

/**
 * Returns the kind that a colour of the theme, a CSS variable, is named after; '' for ordinary
 * text.
 */
function kindOf(color: string | undefined): string {
  const kind = /--code-token-([a-z-]+)/.exec(color ?? '')?.[1] ?? ''
  return kind === 'string-expression' ? 'string' : kind
}
