import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { BlockView } from './BlockView.tsx'
import { createBlockSplitter, groupSize } from './blockSplitter.ts'
import type { Block } from './lexBlocks.ts'

interface RichMarkdownProps {
  text: string
  streaming: boolean
}

/** Markdown as elements; of a text that grows, only what is still unsettled is worked on. */
export function RichMarkdown({ text, streaming }: RichMarkdownProps): ReactNode {
  const [split] = useState(createBlockSplitter)
  const { groups, tail, definitions } = split(text)
  // A block keeps its group and its place in it, so that settling makes no element anew.
  const all = [...groups, tail.slice(0, groupSize), tail.slice(groupSize)]
  const last = all.findLastIndex((blocks) => blocks.length > 0)
  return all.map((blocks, index) => (
    <Group
      key={index}
      blocks={blocks}
      definitions={definitions}
      growing={streaming && index === last}
    />
  ))
}

interface GroupProps {
  blocks: readonly Block[]
  definitions: readonly string[]
  /** More may be added to its last block. */
  growing: boolean
}

const Group = memo(function Group({ blocks, definitions, growing }: GroupProps): ReactNode {
  if (blocks.length === 0) return null
  return (
    <div className="markdown-group">
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          block={block}
          definitions={definitions}
          growing={growing && index === blocks.length - 1}
        />
      ))}
    </div>
  )
})
