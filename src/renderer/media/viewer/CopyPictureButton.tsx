import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media.ts'
import { attempt } from '../../core/failures.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { copyPicture } from './copyPicture.ts'

const shownMilliseconds = 2000

/** Copies a picture, and says so for a moment in the button: a toast would cover its neighbours. */
export function CopyPictureButton({ output }: { output: MediaOutput }): ReactNode {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <IconButton
        label={t('media.viewer.copy')}
        icon={<Icon aria-hidden className="size-4.5" />}
        onClick={() => attempt(copyPicture(output).then(() => setCopied(true)))}
      />
      <span role="status" className="sr-only">
        {isCopied && t('media.viewer.copied')}
      </span>
    </>
  )
}
