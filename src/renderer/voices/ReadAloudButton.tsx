import { useAtomValue } from 'jotai'
import { Square, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { readingAtom, startReading, stopReading } from './reading.ts'
import type { ReadableText } from './readableText.ts'

/** Reads a text aloud, also while it is being written. */
export function ReadAloudButton({ source }: { source: ReadableText }): ReactNode {
  const { t } = useTranslation()
  const isReading = useAtomValue(readingAtom)?.id === source.id
  const Icon = isReading ? Square : Volume2
  return (
    <IconButton
      size="small"
      label={t(isReading ? 'voices.stopReading' : 'voices.readAloud')}
      icon={<Icon aria-hidden className="size-4" />}
      onClick={() => (isReading ? stopReading() : startReading(source))}
    />
  )
}
