import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { dragOutputs } from '../dragOutputs.ts'
import { isTooLarge } from '../isTooLarge.ts'
import { outputAddress } from '../outputAddress.ts'
import { outputName } from '../outputName.ts'
import { VideoStage } from './VideoStage.tsx'

/** Shows an output as large as its room allows; one that was flagged only at a click. */
export function Stage({ output }: { output: MediaOutput }): ReactNode {
  const { t } = useTranslation()
  const [isRevealed, setRevealed] = useState(false)
  const [isUnshown, setUnshown] = useState(false)
  if (output.flagged && !isRevealed) {
    return (
      <EmptyState
        icon={EyeOff}
        title={t('media.flagged.title')}
        description={t('media.flagged.description')}
        action={<Button onClick={() => setRevealed(true)}>{t('media.flagged.show')}</Button>}
      />
    )
  }
  if (isUnshown || isTooLarge(output)) {
    return (
      <EmptyState title={t('media.unshown.title')} description={t('media.unshown.description')} />
    )
  }
  const common = {
    src: outputAddress(output),
    onError: () => setUnshown(true),
    className: 'max-h-full max-w-full rounded-lg object-contain',
  }
  const name = outputName(t, output)
  if (output.kind === 'video') {
    return <VideoStage address={common.src} name={name} onError={common.onError} />
  }
  if (output.kind === 'audio') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a model made has none
    return <audio {...common} controls aria-label={name} className="w-full max-w-xl" />
  }
  return <img {...common} {...dragOutputs(() => [output])} alt={name} />
}
