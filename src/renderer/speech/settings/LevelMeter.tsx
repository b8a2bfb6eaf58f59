import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import { Meter } from '../../ui/status/Meter.tsx'
import { levelOf, openMicrophone } from '../recorder/microphone.ts'
import { ReplacedMicrophone } from '../recorder/ReplacedMicrophone.tsx'
import type { Microphone } from '../recorder/microphone.ts'

interface LevelMeterProps {
  /** Null for the system's choice. */
  microphone: string | null
  /** Called when the microphone may be used; its name is known from then on. */
  onOpen: () => void
  /** Called when it could not be opened, or is gone. */
  onEnd: (error: WireError | undefined) => void
}

/** A level above a quiet room. */
const heardLevel = 0.35

/** Shows the loudness at the microphone; nothing is recorded. */
export function LevelMeter(props: LevelMeterProps): ReactNode {
  const { t } = useTranslation()
  const [level, setLevel] = useState(0)
  const [isHeard, setHeard] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { microphone } = props
  const events = useRef(props)
  useEffect(() => {
    events.current = props
  })
  useEffect(() => {
    let opened: Microphone | undefined
    let isOver = false
    const takeLevel = (loudness: number): void => {
      if (isOver) return
      setLevel(loudness)
      if (loudness > heardLevel) setHeard(true)
    }
    openMicrophone(microphone, 'dictation', {
      onPiece: (samples) => takeLevel(levelOf(samples)),
      onLost: () => events.current.onEnd(undefined),
    }).then(
      (open) => {
        opened = open
        if (isOver) void open.close()
        else {
          setOpen(true)
          events.current.onOpen()
        }
      },
      (error: unknown) => {
        console.error('The microphone could not be tested', error)
        if (!isOver) events.current.onEnd(toWire(error))
      },
    )
    return () => {
      isOver = true
      void opened?.close()
    }
  }, [microphone])
  return (
    <div className="flex flex-wrap items-center gap-3 pb-3 text-sm">
      <Meter label={t('speech.microphone.level')} level={level} className="h-2 grow" />
      <span role="status" className="shrink-0 text-muted">
        {t(isHeard ? 'speech.microphone.heard' : 'speech.microphone.speak')}
      </span>
      {isOpen && <ReplacedMicrophone />}
    </div>
  )
}
