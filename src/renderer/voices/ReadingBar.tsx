import { useAtomValue } from 'jotai'
import type { TFunction } from 'i18next'
import { Download, Pause, Play, SkipBack, SkipForward, Speech, Square } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire } from '../../shared/errors.ts'
import { errorText } from '../core/errorText.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { showErrorToast } from '../ui/layers/Toast.tsx'
import type { Reader } from './createReader.ts'
import { saveReading } from './saveReading.ts'
import { moveReading, readerAtom, readingAtom, stopReading, togglePause } from './reading.ts'
import { openVoiceSettings } from './voiceUse.ts'

/** Shows buttons to pause, skip and stop reading; nothing if nothing is read. */
export function ReadingBar(): ReactNode {
  const { t } = useTranslation()
  const reading = useAtomValue(readingAtom)
  const reader = useAtomValue(readerAtom)
  if (!reading) return null
  const isPaused = reading.state === 'paused'
  return (
    <div role="group" aria-label={t('voices.reading')} className="reading-bar">
      <span role="status" className="pe-2 text-sm text-muted">
        {t(`voices.state.${reading.state}`)}
      </span>
      <BarButton label={t('voices.previous')} Icon={SkipBack} onPress={() => moveReading(-1)} />
      <BarButton
        label={t(isPaused ? 'voices.resume' : 'voices.pause')}
        Icon={isPaused ? Play : Pause}
        onPress={togglePause}
      />
      <BarButton label={t('voices.next')} Icon={SkipForward} onPress={() => moveReading(1)} />
      <BarButton
        label={t('voices.change')}
        Icon={Speech}
        onPress={() => reader && openVoiceSettings(reader.voiceUse())}
      />
      <BarButton
        label={t('voices.save')}
        Icon={Download}
        onPress={() => reader && save(reader, t)}
      />
      <BarButton label={t('voices.stop')} Icon={Square} onPress={stopReading} />
    </div>
  )
}

function save(reader: Reader, t: TFunction): void {
  saveReading(reader).catch((error: unknown) => {
    console.error('The sound was not saved', error)
    showErrorToast(errorText(t, toWire(error)).sentence)
  })
}

interface BarButtonProps {
  label: string
  Icon: LucideIcon
  onPress: () => void
}

function BarButton({ label, Icon, onPress }: BarButtonProps): ReactNode {
  return (
    <IconButton
      size="small"
      label={label}
      icon={<Icon aria-hidden className="size-4 rtl:-scale-x-100" />}
      onClick={onPress}
    />
  )
}
