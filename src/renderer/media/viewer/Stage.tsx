import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaJob, MediaOutput } from '../../../shared/media/media.ts'
import { priceText } from '../../core/priceText.ts'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { dragOutputs } from '../dragOutputs.ts'
import { isTooLarge } from '../isTooLarge.ts'
import { outputAddress } from '../outputAddress.ts'
import { outputName } from '../outputName.ts'
import { useShownPicture } from '../svg/useShownPicture.ts'
import { Flagged } from './Flagged.tsx'
import { VideoStage } from './VideoStage.tsx'

const shownClass = 'max-h-full max-w-full rounded-lg object-contain'

/** Shows an output as large as its room allows; one that was flagged only at a click. */
export function Stage({ output, job }: { output: MediaOutput; job: MediaJob }): ReactNode {
  const { t, i18n } = useTranslation()
  const [isRevealed, setRevealed] = useState(false)
  const [isUnshown, setUnshown] = useState(false)
  if (output.flagged && !isRevealed) {
    // It was paid for, whatever it shows.
    const price = priceText(t, i18n.language, job)
    return <Flagged price={price} onShow={() => setRevealed(true)} />
  }
  if (isUnshown || isTooLarge(output)) {
    return <Unshown />
  }
  const common = {
    src: outputAddress(output),
    onError: () => setUnshown(true),
    className: shownClass,
  }
  const name = outputName(t, output)
  if (output.kind === 'video') {
    return <VideoStage address={common.src} name={name} onError={common.onError} />
  }
  if (output.kind === 'audio') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a model made has none
    return <audio {...common} controls aria-label={name} className="w-full max-w-xl" />
  }
  return <Picture output={output} name={name} onError={common.onError} />
}

interface PictureProps {
  output: MediaOutput
  name: string
  onError: () => void
}

function Picture({ output, name, onError }: PictureProps): ReactNode {
  const { fileId, mediaType } = output
  const address = useShownPicture({ id: fileId, mediaType }, { again: true })
  if (address === undefined) return <Skeleton className="size-full" />
  if (address === null) return <Unshown />
  return (
    <img
      src={address}
      onError={onError}
      className={shownClass}
      {...dragOutputs(() => [output])}
      alt={name}
    />
  )
}

function Unshown(): ReactNode {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('media.unshown.title')} description={t('media.unshown.description')} />
  )
}
