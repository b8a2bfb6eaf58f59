import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chunkLines } from './codeHighlighter.ts'
import type { ChunkTokens, LineTokens } from './codeHighlighter.ts'
import { codeLanguageLabel } from './codeLanguages.ts'
import { CopyButton } from './CopyButton.tsx'
import { useHighlightedCode } from './useHighlightedCode.ts'

interface CodeBlockProps {
  code: string
  /** As the fence names it; may be empty. */
  language: string
  /** The closing fence has not arrived: the last line is still being written. */
  open: boolean
}

export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps): ReactNode {
  const { code, language, open } = props
  const { t } = useTranslation()
  const chunks = useHighlightedCode(code, language, open)
  const label = codeLanguageLabel(language)
  return (
    <div
      dir="ltr"
      className="code-block"
      role="group"
      aria-label={label || t('markdown.code.name')}
    >
      <div className="code-header">
        <span>{label}</span>
        <CopyButton label={t('markdown.code.copy')} text={() => code} />
      </div>
      {/* A box that scrolls has to take the focus, so that keys can scroll it. */}
      <pre tabIndex={0}>
        <code>
          {splitLines(code).map((text, index) => (
            <Chunk key={index} text={text} tokens={chunks[index]} />
          ))}
        </code>
      </pre>
    </div>
  )
})

/** The code in pieces of as many lines as one chunk has. */
function splitLines(code: string): string[] {
  const chunks: string[] = []
  let start = 0
  let lines = 0
  for (let end = code.indexOf('\n'); end >= 0; end = code.indexOf('\n', end + 1)) {
    lines += 1
    if (lines % chunkLines !== 0) continue
    chunks.push(code.slice(start, end))
    start = end + 1
  }
  chunks.push(code.slice(start))
  return chunks
}

interface ChunkProps {
  text: string
  tokens: ChunkTokens | undefined
}

const Chunk = memo(function Chunk({ text, tokens }: ChunkProps): ReactNode {
  return (
    <span className="code-chunk">
      {text.split('\n').map((line, index) => (
        <span key={index} className="code-line">
          <Line text={line} tokens={tokens?.[index]} />
          {'\n'}
        </span>
      ))}
    </span>
  )
})

interface LineProps {
  text: string
  tokens: LineTokens | undefined
}

/** Tokens that are of another line than this have come too late, and are left out. */
const Line = memo(function Line({ text, tokens }: LineProps): ReactNode {
  if (!tokens || tokens.reduce((sum, [length]) => sum + length, 0) !== text.length) return text
  let end = 0
  return tokens.map(([length, kind], index) => {
    const start = end
    end += length
    const piece = text.slice(start, end)
    return kind === '' ? (
      piece
    ) : (
      <span key={index} className={`token-${kind}`}>
        {piece}
      </span>
    )
  })
})
