import { useSetAtom } from 'jotai'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { useEscape } from '../../ui/layers/useEscape.ts'
import { isTooLarge } from '../isTooLarge.ts'
import { comparedAtom, focusTile } from '../mediaView.ts'
import { outputName } from '../outputName.ts'
import { useShownPicture } from '../svg/useShownPicture.ts'
import type { StoredPicture } from '../svg/fetchPicture.ts'
import { Flagged } from './Flagged.tsx'
import { CompareSlider } from './CompareSlider.tsx'
import { useOutput } from './useOutput.ts'

interface CompareProps {
  before: string
  after: string
}

/** Shows two pictures over each other. */
export function Compare({ before, after }: CompareProps): ReactNode {
  const { t } = useTranslation()
  const setCompared = useSetAtom(comparedAtom)
  const first = useOutput(before)
  const second = useOutput(after)
  const failure = first.failure ?? second.failure
  const [earlier, later] = [first.family?.output, second.family?.output]
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  const close = (): void => {
    focusTile(after)
    setCompared(undefined)
  }
  useEscape(close)
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t('media.compare.title')}
      className="flex h-full flex-col outline-none"
    >
      <div className="flex min-h-12 items-center gap-2 px-3">
        <IconButton
          label={t('media.viewer.close')}
          shortcut="Esc"
          icon={<ArrowLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />}
          onClick={close}
        />
        <h2 className="text-sm font-semibold">{t('media.compare.title')}</h2>
      </div>
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      <div className="@container-[size] grid min-h-0 flex-1 place-items-center px-4 pb-4">
        {earlier && later ? (
          <Compared earlier={earlier} later={later} />
        ) : (
          !failure && <Skeleton className="size-full" />
        )}
      </div>
    </section>
  )
}

function Compared({ earlier, later }: { earlier: MediaOutput; later: MediaOutput }): ReactNode {
  const { t } = useTranslation()
  const [isRevealed, setRevealed] = useState(false)
  const isHidden = (earlier.flagged || later.flagged) && !isRevealed
  const isLarge = isTooLarge(earlier) || isTooLarge(later)
  const before = useShownPicture(isHidden || isLarge ? undefined : storedPicture(earlier))
  const after = useShownPicture(isHidden || isLarge ? undefined : storedPicture(later))
  if (isLarge || before === null || after === null) {
    return (
      <EmptyState title={t('media.unshown.title')} description={t('media.unshown.description')} />
    )
  }
  if (isHidden) return <Flagged onShow={() => setRevealed(true)} />
  if (before === undefined || after === undefined) return <Skeleton className="size-full" />
  return (
    <CompareSlider
      before={{ url: before, name: outputName(t, earlier) }}
      after={{ url: after, name: outputName(t, later) }}
      ratio={(later.width ?? 1) / (later.height ?? 1)}
    />
  )
}

function storedPicture({ fileId, mediaType }: MediaOutput): StoredPicture {
  return { id: fileId, mediaType }
}
