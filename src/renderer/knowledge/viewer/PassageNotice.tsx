import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Located } from '../../../shared/knowledge/passagePlace.ts'

interface PassageNoticeProps {
  located: Located | undefined
  /** The text that was cited. */
  passage: string | undefined
}

/** Says what became of a cited passage whose document has changed since, and quotes what is lost. */
export function PassageNotice({ located, passage }: PassageNoticeProps): ReactNode {
  const { t } = useTranslation()
  if (!located || located.state === 'same') return null
  return (
    <div
      role="status"
      className="mx-4 mb-3 shrink-0 space-y-2 rounded-xl bg-canvas px-3.5 py-2.5 text-sm forced-colors:border"
    >
      <p>{t(`knowledge.viewer.${located.state}`)}</p>
      {located.state !== 'moved' && passage !== undefined && (
        <blockquote
          dir="auto"
          className="selectable max-h-40 overflow-y-auto border-s-2 border-line ps-3 break-words whitespace-pre-wrap text-muted"
        >
          {passage}
        </blockquote>
      )}
    </div>
  )
}
