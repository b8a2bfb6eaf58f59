import type { ReactNode } from 'react'
import type { Message } from '../../../shared/chat.ts'
import type { Part } from '../../../shared/parts.ts'
import { MessageFiles } from '../../attachments/MessageFiles.tsx'
import { MessageText } from './MessageText.tsx'
import { Reasoning } from './Reasoning.tsx'
import { resultOf } from './resultOf.ts'
import { ToolCall } from './ToolCall.tsx'
import { Waiting } from './Waiting.tsx'

interface AnswerPartsProps {
  message: Message
  /** The names of its sources, by number. */
  sources: ReadonlyMap<number, string>
  onOpenSource: (number: number, anchor: HTMLElement) => void
}

/** What the model said, thought, asked for and made, in its order. */
export function AnswerParts(props: AnswerPartsProps): ReactNode {
  const { message, sources, onOpenSource } = props
  const { parts, status } = message
  const streaming = status === 'streaming'
  // Only the first thoughts are what the time until the first text went into.
  const firstThought = parts.findIndex(({ type }) => type === 'reasoning')
  return (
    <>
      {parts.map((part, index) => {
        const growing = streaming && index === parts.length - 1
        switch (part.type) {
          case 'text':
            return (
              <MessageText
                key={index}
                part={index}
                text={part.text}
                streaming={growing}
                sources={sources}
                onOpenSource={onOpenSource}
              />
            )
          case 'reasoning':
            // Sealed thoughts have no text to show.
            if (part.text === '') return null
            return (
              <Reasoning
                key={index}
                part={index}
                text={part.text}
                active={growing}
                milliseconds={index === firstThought ? message.firstTokenMilliseconds : null}
              />
            )
          case 'toolCall': {
            const result = resultOf(parts, part, index)
            return <ToolCall key={index} call={part} result={result} active={streaming} />
          }
          case 'toolResult':
            return null
          case 'file':
            return <MessageFiles key={index} files={[part.file]} align="start" />
        }
      })}
      {streaming && <Waiting message={message} silent={isSilent(parts.at(-1))} />}
    </>
  )
}

/** Whether what came last shows nothing that moves. */
function isSilent(part: Part | undefined): boolean {
  if (!part || part.type === 'toolResult') return true
  return part.type === 'reasoning' && part.text === ''
}
