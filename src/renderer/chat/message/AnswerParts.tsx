import { memo, useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Message, MessageStatus } from '../../../shared/chat/chat.ts'
import type { Part, ToolCallPart, ToolResultPart } from '../../../shared/chat/parts.ts'
import { attempt } from '../../core/failures.ts'
import { MessageFiles } from '../../attachments/MessageFiles.tsx'
import { repeatToolCall } from '../conversation/answering.ts'
import { askedCalls } from './tools/askedCalls.ts'
import { askToFixDiagram } from './askToFixDiagram.ts'
import { MessageText } from './MessageText.tsx'
import { Reasoning } from './Reasoning.tsx'
import { resultOf } from './tools/resultOf.ts'
import { ToolCall } from './tools/ToolCall.tsx'
import { useShownParts } from './useShownParts.ts'
import { Waiting } from './Waiting.tsx'

interface AnswerPartsProps {
  message: Message
  /** The names of the answer's sources, by number. */
  sources: ReadonlyMap<number, string>
  onOpenSource: (number: number, anchor: HTMLElement) => void
}

/** Shows the parts of an answer in order: text, reasoning, tool calls, files. */
export function AnswerParts(props: AnswerPartsProps): ReactNode {
  const { message, sources, onOpenSource } = props
  const { parts, status } = message
  const streaming = status === 'streaming'
  const { shown, restRef } = useShownParts(parts.length)
  // The time to the first text counts only for the first reasoning.
  const [separate, setSeparate] = useState(false)
  const asked = useMemo(() => askedCalls(message, separate), [message, separate])
  const onSeparate = useCallback(() => setSeparate(true), [])
  const { id, conversationId, columns } = message
  const onRepeat = useCallback(
    (part: number) =>
      attempt(repeatToolCall({ id, conversationId, ...(columns && { columns }) }, part)),
    [conversationId, id, columns],
  )
  const firstThought = parts.findIndex(({ type }) => type === 'reasoning')
  return (
    <>
      {parts.slice(0, shown).map((part, index) => (
        <AnswerPart
          key={index}
          messageId={message.id}
          // Only calls use it; for other parts it would redraw them all at the end.
          status={part.type === 'toolCall' ? status : undefined}
          part={part}
          index={index}
          result={part.type === 'toolCall' ? resultOf(parts, part, index) : undefined}
          asked={asked.get(index)}
          onSeparate={onSeparate}
          onRepeat={onRepeat}
          streaming={streaming && index === parts.length - 1}
          milliseconds={index === firstThought ? message.firstTokenMilliseconds : null}
          sources={sources}
          onOpenSource={onOpenSource}
        />
      ))}
      {shown < parts.length && <div ref={restRef} className="markdown" />}
      {streaming && <Waiting message={message} silent={isSilent(parts.at(-1))} />}
    </>
  )
}

interface AnswerPartProps extends Pick<AnswerPartsProps, 'sources' | 'onOpenSource'> {
  messageId: string
  /** The answer's status, if the part is a call. */
  status: MessageStatus | undefined
  part: Part
  index: number
  /** The call's result, if it is over. */
  result: ToolResultPart | undefined
  /** The calls that this part asks the user about; see `askedCalls`. */
  asked: readonly ToolCallPart[] | undefined
  onSeparate: () => void
  /** Asks the user whether a call may run again. */
  onRepeat: (part: number) => void
  /** Whether it may still change. */
  streaming: boolean
  milliseconds: number | null
}

/** Shows one part. Of many, only those that change are rendered again. */
const AnswerPart = memo(function AnswerPart(props: AnswerPartProps): ReactNode {
  const { messageId, status, part, index, result, asked, streaming, milliseconds } = props
  const { onSeparate, onRepeat, sources, onOpenSource } = props
  switch (part.type) {
    case 'text':
      return (
        <MessageText
          part={index}
          text={part.text}
          streaming={streaming}
          sources={sources}
          onOpenSource={onOpenSource}
          onAskToFix={askToFixDiagram}
        />
      )
    case 'reasoning':
      // Sealed reasoning has no text to show.
      if (part.text === '') return null
      return (
        <Reasoning part={index} text={part.text} active={streaming} milliseconds={milliseconds} />
      )
    case 'toolCall':
      return (
        <ToolCall
          messageId={messageId}
          status={status}
          call={part}
          result={result}
          asked={asked}
          onSeparate={onSeparate}
          onRepeat={() => onRepeat(index)}
        />
      )
    case 'toolResult':
      return null
    case 'file':
      return <MessageFiles files={[part.file]} align="start" />
  }
})

/** Tells whether the last part shows no movement. */
function isSilent(part: Part | undefined): boolean {
  if (!part || part.type === 'toolResult') return true
  return part.type === 'reasoning' && part.text === ''
}
