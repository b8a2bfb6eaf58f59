import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Message } from '../../../shared/chat/chat.ts'
import type { Citation } from '../../../shared/chat/parts.ts'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { knowledgeTexts } from '../../knowledge/texts.ts'
import { openPassage } from '../../knowledge/viewer/openPassage.ts'
import { guideModel } from '../conversation/guideModel.ts'
import { AnsweredBy } from './AnsweredBy.tsx'
import { AnswerParts } from './AnswerParts.tsx'
import { citedSentence } from './sources/citedSentence.ts'
import { ConnectModel, GuideTopics } from './GuideOffers.tsx'
import { takeTopics } from './guideTopics.ts'
import { ReplyNotice } from './ReplyNotice.tsx'
import { ReplyWarnings } from './ReplyWarnings.tsx'
import { PressedSourcePopover, Sources } from './sources/Sources.tsx'
import type { PressedSource } from './sources/Sources.tsx'
import { usePreviewedSource } from './sources/usePreviewedSource.ts'

const citationPreview = lazyComponent(
  async () => (await import('./sources/CitationPreview.tsx')).CitationPreview,
  [knowledgeTexts],
)

interface AnswerBodyProps {
  message: Message
  last: boolean
  /** Called before a cited passage opens beside the chat. */
  onLeave?: () => void
}

/** Shows an answer with its sources and notices, without the buttons below it. */
export function AnswerBody({ message, last, onLeave }: AnswerBodyProps): ReactNode {
  const isGuide = message.model?.providerId === guideModel.providerId
  const guide = useMemo(() => (isGuide ? takeTopics(message) : undefined), [isGuide, message])
  const isGuideDone = guide !== undefined && message.status === 'complete'
  const sources = useSourceNames(message.citations)
  const [pressed, setPressed] = useState<PressedSource>()
  const { previewed, close, handlers } = usePreviewedSource()
  const preview = message.citations.find(({ number }) => number === previewed?.number)
  const answer = useRef<HTMLDivElement>(null)
  const citations = useRef(message.citations)
  const leave = useRef(onLeave)
  useLayoutEffect(() => {
    citations.current = message.citations
    leave.current = onLeave
  }, [message.citations, onLeave])
  // The same function always: another one would redraw the whole text.
  const openSource = useCallback((number: number, anchor: HTMLElement) => {
    const citation = citations.current.find((one) => one.number === number)
    if (citation?.place) {
      const claim = citedSentence(answer.current, number, anchor)
      leave.current?.()
      openPassage(citation.place, citation.passage, claim)
    } else setPressed({ number, anchor })
  }, [])
  return (
    <div ref={answer} className="flex min-w-0 flex-col gap-2" {...handlers}>
      {message.model && <AnsweredBy model={message.model} />}
      <AnswerParts
        message={guide?.message ?? message}
        sources={sources}
        onOpenSource={openSource}
      />
      {/* The text ends with what introduces them. */}
      {isGuideDone && <GuideTopics topics={guide.topics} />}
      <PressedSourcePopover
        citations={message.citations}
        pressed={pressed}
        onClose={() => setPressed(undefined)}
      />
      {previewed && preview?.place && (
        <citationPreview.Component citation={preview} anchor={previewed.anchor} onClose={close} />
      )}
      <Sources citations={message.citations} onOpen={openSource} />
      <ReplyWarnings message={message} />
      <ReplyNotice message={message} last={last} />
      {isGuideDone && last && <ConnectModel />}
    </div>
  )
}

/** Returns the names of the sources that the text may cite, by number. */
function useSourceNames(citations: readonly Citation[]): ReadonlyMap<number, string> {
  return useMemo(() => new Map(citations.map(({ number, title }) => [number, title])), [citations])
}
