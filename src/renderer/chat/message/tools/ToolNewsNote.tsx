import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolNews } from '../../../../shared/chat/parts.ts'
import { formatPercentage } from '../../../ui/formatAmount.ts'
import { ProgressBar } from '../../../ui/status/ProgressBar.tsx'
import { visibleText } from '../../../ui/visibleText.ts'

/** Shows an unfinished picture where the finished one will be, in the same size. */
function PictureDraft({ picture }: { picture: NonNullable<ToolNews['picture']> }): ReactNode {
  const { t } = useTranslation()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const { bytes, mediaType } = picture
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
    setAddress(made)
    // Revoking the old address is safe: its picture stays until the next one is decoded.
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    address !== undefined && (
      <div className="flex items-start">
        <img
          src={address}
          alt={t('chat.tool.picture.making')}
          className="block max-h-72 min-h-10 max-w-full min-w-10 rounded-xl bg-control object-contain ring-1 ring-line"
        />
      </div>
    )
  )
}

/** Shows what the server of a running call tells: its words, how far it is, its task's state. */
export function ToolNewsNote({ news }: { news: ToolNews }): ReactNode {
  const { message, share, task, picture } = news
  const { t, i18n } = useTranslation()
  if (picture) return <PictureDraft picture={picture} />
  return (
    <div className="max-w-md space-y-1.5 ps-5 text-sm text-muted">
      {message !== '' && (
        <p className="break-words">
          <bdi>{visibleText(message)}</bdi>
        </p>
      )}
      {task && <p>{t(`chat.tool.task.${task}`)}</p>}
      {share !== null && (
        <ProgressBar
          label={t('chat.tool.progress')}
          fraction={share}
          valueText={formatPercentage(i18n.language, share)}
        />
      )}
    </div>
  )
}
