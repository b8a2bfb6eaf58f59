import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../core/useTask.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { frameOf, frameSides, moveSide } from './frame.ts'
import type { Frame, FrameSide, SizeRule } from './frame.ts'
import { FrameFields } from './FrameFields.tsx'
import { maskFile } from './maskFile.ts'
import { MaskCanvas } from './MaskCanvas.tsx'
import { MaskToolbar } from './MaskToolbar.tsx'
import { maskTools } from './maskTools.ts'
import type { MaskTool } from './maskTools.ts'
import { useMaskHistory } from './useMaskHistory.ts'

interface MaskEditorProps {
  /** The picture that the mask is for; its steps are kept under the id. */
  picture: { id: string; url: string; width: number; height: number }
  /** Sizes that the model makes; `null` if unknown. */
  sizes: SizeRule | null
  /** Takes the mask as a picture: white is edited, black stays. It covers the frame too. */
  onDone: (mask: File, frame: Frame) => Promise<void>
  onCancel: () => void
}

const zoomStep = 1.5
const maxZoom = 16
/** By how many pixels a key moves a side of the frame where the model names no step. */
const keyStep = 16

/** Draws a mask over a picture: what a model may change in it. */
export function MaskEditor({ picture, sizes, onDone, onCancel }: MaskEditorProps): ReactNode {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const steps = useMaskHistory(picture.id)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [size, setSize] = useState(Math.round(Math.max(picture.width, picture.height) / 16))
  const [feather, setFeather] = useState(0)
  const [zoom, setZoom] = useState(1)
  const { run, running, failure } = useTask()
  const { history, add, undo, redo } = steps
  const zoomBy = (direction: 1 | -1): void =>
    setZoom((known) => Math.min(maxZoom, Math.max(1, known * zoomStep ** direction)))
  const maxSize = Math.round(Math.max(picture.width, picture.height) / 2)
  const resize = (next: number): void => setSize(Math.min(maxSize, Math.max(1, next)))
  const isEmpty = !history || history.done.length === 0
  const frame = useMemo(() => frameOf(history?.done ?? []), [history])
  const moved = (side: FrameSide, pixels: number): Frame =>
    moveSide(picture, frame, { side, pixels, rule: sizes })
  const moveFrame = (side: FrameSide, pixels: number): void => {
    const next = moved(side, pixels)
    if (frameSides.some((each) => next[each] !== frame[each])) add({ kind: 'frame', ...next })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase()
    if (event.defaultPrevented || event.altKey || isTyping(event.target)) return
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
      return
    }
    const chosen = maskTools.find((one) => one.key === key)
    if (chosen) setTool(chosen.tool)
    else if (key === '[') resize(Math.round(size / 1.2) - 1)
    else if (key === ']') resize(Math.round(size * 1.2) + 1)
    else if (key === '+' || key === '=') zoomBy(1)
    else if (key === '-') zoomBy(-1)
    else return
    event.preventDefault()
  }
  const finish = async (): Promise<void> => {
    const drawn = canvas.current
    if (drawn) await onDone(await maskFile(drawn, { feather, frame }), frame)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys choose its tools
    <div
      role="application"
      aria-label={t('media.mask.title')}
      className="flex h-full flex-col"
      onKeyDown={onKeyDown}
    >
      <MaskToolbar
        {...{ tool, setTool, size, maxSize, resize, feather, setFeather, zoom, zoomBy, steps }}
        frameFields={
          <FrameFields frame={frame} step={sizes?.multipleOf ?? keyStep} onMove={moveFrame} />
        }
      />
      {history ? (
        <MaskCanvas
          picture={picture}
          strokes={history.done}
          tool={tool}
          size={size}
          feather={feather}
          zoom={zoom}
          canvas={canvas}
          frame={frame}
          moved={moved}
          onMove={moveFrame}
          onStroke={add}
          onZoom={zoomBy}
        />
      ) : steps.failure ? (
        <div className="min-h-0 flex-1 p-4">
          <ErrorAlert
            error={steps.failure.error}
            since={steps.failure.at}
            onAction={steps.load}
            offered={['retry']}
          />
        </div>
      ) : (
        <Skeleton className="m-4 min-h-0 flex-1" />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 px-4 py-3">
        <p className="min-w-40 flex-1 text-xs text-muted">
          {t(tool === 'frame' ? 'media.mask.frame.hint' : 'media.mask.hint')}
        </p>
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
        <Button onClick={onCancel}>{t('app.cancel')}</Button>
        <Button
          variant="primary"
          busy={running}
          disabled={isEmpty}
          onClick={() => void run(finish)}
        >
          {t('media.mask.use')}
        </Button>
      </div>
    </div>
  )
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'text'
}
