import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Message } from '../../../shared/chat.ts'
import type { Citation } from '../../../shared/parts.ts'
import { AnsweredBy } from './AnsweredBy.tsx'
import { AnswerParts } from './AnswerParts.tsx'
import { MessageActions } from './MessageActions.tsx'
import { ReplyNotice } from './ReplyNotice.tsx'
import { ReplyWarnings } from './ReplyWarnings.tsx'
import { PressedSourcePopover, Sources } from './Sources.tsx'
import type { PressedSource } from './Sources.tsx'

interface AssistantMessageProps {
  message: Message
  last: boolean
}

export function AssistantMessage({ message, last }: AssistantMessageProps): ReactNode {
  const sources = useSourceNames(message.citations)
  const [pressed, setPressed] = useState<PressedSource>()
  const openSource = useCallback(
    (number: number, anchor: HTMLElement) => setPressed({ number, anchor }),
    [],
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {message.model && <AnsweredBy model={message.model} />}
      <AnswerParts message={message} sources={sources} onOpenSource={openSource} />
      <PressedSourcePopover
        citations={message.citations}
        pressed={pressed}
        onClose={() => setPressed(undefined)}
      />
      <Sources citations={message.citations} onOpen={openSource} />
      <ReplyWarnings message={message} />
      <ReplyNotice message={message} last={last} />
      <MessageActions message={message} shown={last} />
    </div>
  )
}

/** Returns the names of the sources that the text may cite, by number. */
function useSourceNames(citations: readonly Citation[]): ReadonlyMap<number, string> {
  return useMemo(() => new Map(citations.map(({ number, title }) => [number, title])), [citations])
}
