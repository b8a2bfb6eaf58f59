import {
  CircleMinus,
  CirclePlus,
  Contrast,
  PaintBucket,
  Redo2,
  Trash2,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPixels } from '../../ui/formatAmount.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { RangeField } from '../../ui/controls/RangeField.tsx'
import type { MaskStroke } from './maskStrokes.ts'
import { maskTools } from './maskTools.ts'
import type { MaskTool } from './maskTools.ts'
import type { MaskSteps } from './useMaskHistory.ts'

interface MaskToolbarProps {
  tool: MaskTool
  setTool: (tool: MaskTool) => void
  size: number
  maxSize: number
  resize: (size: number) => void
  feather: number
  setFeather: (feather: number) => void
  zoom: number
  zoomBy: (direction: 1 | -1) => void
  steps: MaskSteps
  /** In place of the brush's size while the frame is moved. */
  frameFields: ReactNode
}

/** Distance that one press of a button moves the mask's edge, in pixels. */
const growStep = 8
const maxFeatherPixels = 64

/** The steps that a press of a button adds. */
const actions = [
  { name: 'fill', icon: PaintBucket, stroke: { kind: 'fill' } },
  { name: 'invert', icon: Contrast, stroke: { kind: 'invert' } },
  { name: 'grow', icon: CirclePlus, stroke: { kind: 'grow', pixels: growStep } },
  { name: 'shrink', icon: CircleMinus, stroke: { kind: 'grow', pixels: -growStep } },
  { name: 'clear', icon: Trash2, stroke: { kind: 'clear' } },
] as const satisfies readonly { name: string; icon: LucideIcon; stroke: MaskStroke }[]

/** Shows the tools of the mask, and what changes it as a whole. */
export function MaskToolbar(props: MaskToolbarProps): ReactNode {
  const { tool, setTool, size, maxSize, resize, feather, setFeather, zoomBy, steps } = props
  const { t, i18n } = useTranslation()
  const { history, add, undo, redo } = steps
  const pixels = (value: number): string => formatPixels(i18n.language, value)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 select-none">
      <div role="group" aria-label={t('media.mask.tools.title')} className="flex">
        {maskTools.map(({ tool: each, key, icon: Icon }) => (
          <IconButton
            key={each}
            label={t(`media.mask.tools.${each}`)}
            shortcut={key.toUpperCase()}
            icon={<Icon aria-hidden className="size-4.5" />}
            aria-pressed={each === tool}
            className="aria-pressed:bg-selected aria-pressed:text-ink"
            onClick={() => setTool(each)}
          />
        ))}
      </div>
      <div className="flex">
        <IconButton
          label={t('media.mask.undo')}
          icon={<Undo2 aria-hidden className="size-4.5" />}
          disabled={!history || history.done.length === 0}
          onClick={undo}
        />
        <IconButton
          label={t('media.mask.redo')}
          icon={<Redo2 aria-hidden className="size-4.5" />}
          disabled={!history || history.undone.length === 0}
          onClick={redo}
        />
      </div>
      <div className="flex">
        {actions.map(({ name, icon: Icon, stroke }) => (
          <IconButton
            key={name}
            label={t(`media.mask.${name}`)}
            icon={<Icon aria-hidden className="size-4.5" />}
            onClick={() => add(stroke)}
          />
        ))}
      </div>
      <div className="flex">
        <IconButton
          label={t('media.mask.zoomOut')}
          shortcut="-"
          icon={<ZoomOut aria-hidden className="size-4.5" />}
          disabled={props.zoom <= 1}
          onClick={() => zoomBy(-1)}
        />
        <IconButton
          label={t('media.mask.zoomIn')}
          shortcut="+"
          icon={<ZoomIn aria-hidden className="size-4.5" />}
          onClick={() => zoomBy(1)}
        />
      </div>
      {tool === 'frame' ? (
        props.frameFields
      ) : (
        <Slider label={t('media.mask.size')}>
          <RangeField
            label={t('media.mask.size')}
            value={size}
            minimum={1}
            maximum={maxSize}
            format={pixels}
            onValueChange={resize}
            onValueCommitted={resize}
          />
        </Slider>
      )}
      <Slider label={t('media.mask.feather')}>
        <RangeField
          label={t('media.mask.feather')}
          value={feather}
          minimum={0}
          maximum={maxFeatherPixels}
          format={pixels}
          onValueChange={setFeather}
          onValueCommitted={setFeather}
        />
      </Slider>
    </div>
  )
}

function Slider({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex items-center gap-3.5 text-sm text-muted">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
