import { use, useMemo } from 'react'
import type { ReactNode } from 'react'
import { MarkdownText } from '../../core/MarkdownText.tsx'
import type { MarkdownTextProps } from '../../core/MarkdownText.tsx'
import { keptSwitches } from '../log/keptSwitches.ts'
import { PlainMarkdown } from '../../markdown/Markdown.tsx'
import { MessageIdContext, PlainChatContext } from '../log/keptState.ts'

interface MessageTextProps extends Omit<MarkdownTextProps, 'kept'> {
  /** The index among the message's parts. */
  part: number
}

/** Shows a text of a message. The reader's switches in it outlive its row. */
export function MessageText({ part, ...props }: MessageTextProps): ReactNode {
  const messageId = use(MessageIdContext)
  const kept = useMemo(() => keptSwitches(`${messageId} ${part}`), [messageId, part])
  const isPlain = use(PlainChatContext)
  return isPlain ? <PlainMarkdown text={props.text} /> : <MarkdownText {...props} kept={kept} />
}
