import { memo, Suspense } from 'react'
import type { ReactNode } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { definitionsFor } from './definitions.ts'
import { TableFrame } from './elementComponents.tsx'
import type { Block } from './lexBlocks.ts'
import { LazyTexMarkdown } from './LazyTexMarkdown.ts'
import { MarkdownSource } from './MarkdownSource.tsx'
import { PlainText } from './PlainText.tsx'

interface BlockViewProps {
  block: Block
  /** Sources of all definitions of links and footnotes in the text. */
  definitions: readonly string[]
  /** More may be added to this block. */
  growing: boolean
}

export const BlockView = memo(function BlockView(props: BlockViewProps): ReactNode {
  const { block, definitions, growing } = props
  switch (block.type) {
    case 'code':
      return <CodeBlock code={block.code} language={block.language} open={block.open && growing} />
    case 'list':
      return <ListView block={block} definitions={definitions} growing={growing} />
    case 'table':
      return <TableView block={block} definitions={definitions} growing={growing} />
    case 'math':
      // Half of a formula says nothing; it comes when it is whole.
      if (block.open) return growing ? null : <PlainText text={block.raw} />
      return <DisplayedTex tex={block.tex} />
    case 'plain':
      return <PlainText text={block.raw} />
    case 'definition':
      return null
    case 'markdown':
      return (
        <MarkdownSource
          raw={block.raw}
          definitions={definitionsFor(block.raw, definitions)}
          growing={growing}
        />
      )
  }
})

function DisplayedTex({ tex }: { tex: string }): ReactNode {
  return (
    <Suspense fallback={<PlainText text={tex} />}>
      <LazyTexMarkdown>{`$$\n${tex}\n$$`}</LazyTexMarkdown>
    </Suspense>
  )
}

interface PartsProps<Type extends Block['type']> extends BlockViewProps {
  block: Extract<Block, { type: Type }>
}

/** Item by item, so that only the last one is read again while a long list is being written. */
function ListView({ block, definitions, growing }: PartsProps<'list'>): ReactNode {
  const items = block.items.map((raw, index) => (
    <MarkdownSource
      key={index}
      raw={raw}
      definitions={definitionsFor(raw, definitions)}
      part="listItem"
      growing={growing && index === block.items.length - 1}
    />
  ))
  const className = block.loose ? 'loose' : undefined
  if (block.start === undefined) {
    return (
      <ul dir="auto" className={className}>
        {items}
      </ul>
    )
  }
  return (
    <ol dir="auto" className={className} start={block.start}>
      {items}
    </ol>
  )
}

/** Row by row, each read as a table of its own under the same alignments. */
function TableView({ block, definitions, growing }: PartsProps<'table'>): ReactNode {
  const emptyHeader = block.delimiters.replaceAll(/[:-]+/g, ' ')
  return (
    <TableFrame>
      <thead>
        <MarkdownSource
          raw={`${block.header}\n${block.delimiters}`}
          definitions={definitionsFor(block.header, definitions)}
          part="tableRow"
        />
      </thead>
      <tbody>
        {block.rows.map((row, index) => (
          <MarkdownSource
            key={index}
            raw={`${emptyHeader}\n${block.delimiters}\n${row}`}
            definitions={definitionsFor(row, definitions)}
            part="tableRow"
            growing={growing && index === block.rows.length - 1}
          />
        ))}
      </tbody>
    </TableFrame>
  )
}
