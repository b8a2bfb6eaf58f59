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
  /** The names of the answer's sources, by number. */
  sources: ReadonlyMap<number, string>
  onOpenSource: (number: number, anchor: HTMLElement) => void
}

/** Shows the parts of an answer in order: text, reasoning, tool calls, files. */
export function AnswerParts(props: AnswerPartsProps): ReactNode {
  const { message, sources, onOpenSource } = props
  const { parts, status } = message
  const streaming = status === 'streaming'
  // The time to the first text counts only for the first reasoning.
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
            // Sealed reasoning has no text to show.
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

/** Tells whether the last part shows no movement. */
function isSilent(part: Part | undefined): boolean {
  if (!part || part.type === 'toolResult') return true
  return part.type === 'reasoning' && part.text === ''
}
