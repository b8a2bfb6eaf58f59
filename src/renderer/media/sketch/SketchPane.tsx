import { useAtomValue, useSetAtom } from 'jotai'
import { Eraser, Trash2, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SketchModel, SketchPrice } from '../../../shared/media/sketch.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { modelKey } from '../../core/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { RangeField } from '../../ui/controls/RangeField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { formatPercentage, formatPixels } from '../../ui/formatAmount.ts'
import { maxSketchPromptLength } from '../../../shared/limits.ts'
import { SketchCanvas } from './SketchCanvas.tsx'
import { sketchModelsAtom } from './sketchModels.ts'
import { SketchResult } from './SketchResult.tsx'
import { changeSketch, sketchOpenAtom, stopSketch } from './sketchSession.ts'
import { SketchStart } from './SketchStart.tsx'
import { sketchFile } from './sketchStrokes.ts'
import type { SketchStroke } from './sketchStrokes.ts'
import { useOpenedPane } from '../useOpenedPane.ts'

const maxWidthPixels = 80
const maxSeed = 2 ** 31

/** Shows the live sketch: a drawing with its prompt, and the picture that becomes of it. */
export function SketchPane(): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(sketchModelsAtom)
  const setOpen = useSetAtom(sketchOpenAtom)
  const [chosenKey, setChosenKey] = useState('')
  const region = useRef<HTMLDivElement>(null)
  const model = models.find((each) => modelKey(each) === chosenKey) ?? models[0]
  useOpenedPane(region)
  // Nobody sees what would be paid for.
  useEffect(() => () => attempt(stopSketch()), [])
  const price = useSketchPrice(model)
  if (!model) return null
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="region"
      aria-label={t('media.liveSketch.title')}
      className="h-full space-y-4 overflow-y-auto px-5 py-5 outline-none"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="flex-1 text-base font-semibold">{t('media.liveSketch.title')}</h2>
        {models.length > 1 && (
          <Select
            label={t('media.model')}
            value={modelKey(model)}
            options={models.map((each) => ({ value: modelKey(each), label: each.name }))}
            onValueChange={(chosen) => {
              attempt(stopSketch())
              setChosenKey(chosen)
            }}
          />
        )}
        <Button onClick={() => setOpen(false)}>{t('media.viewer.close')}</Button>
      </div>
      <Sketching model={model} price={price} />
    </div>
  )
}

/** Returns the price of a model: null if unknown, undefined until the answer is there. */
function useSketchPrice(model: SketchModel | undefined): SketchPrice | null | undefined {
  const [price, setPrice] = useState<SketchPrice | null>()
  const { providerId, modelId } = model ?? { providerId: '', modelId: '' }
  useEffect(() => {
    if (modelId === '') return
    let isCurrent = true
    setPrice(undefined)
    api.media.sketchPrice({ providerId, modelId }).then(
      (answer) => isCurrent && setPrice(answer.price),
      () => isCurrent && setPrice(null),
    )
    return () => {
      isCurrent = false
    }
  }, [providerId, modelId])
  return price
}

interface SketchingProps {
  model: SketchModel
  price: SketchPrice | null | undefined
}

function Sketching({ model, price }: SketchingProps): ReactNode {
  const { t, i18n } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState<readonly SketchStroke[]>([])
  const [color, setColor] = useState('#000000')
  const [erases, setErases] = useState(false)
  const [widthPixels, setWidthPixels] = useState(12)
  const [prompt, setPrompt] = useState('')
  /** As the user has chosen it for a model that has one; null before. */
  const [chosenStrength, setStrength] = useState<number | null>(null)
  const strength = model.strength === null ? null : (chosenStrength ?? model.strength)
  const [seed] = useState(() => Math.floor(Math.random() * maxSeed))
  const settings = useRef({ prompt, strength })
  const hasStrokes = useRef(false)
  const { sidePixels, quality } = model
  const read = useCallback(async () => {
    // An empty paper would cost as much as a drawing.
    if (!canvas.current || !hasStrokes.current) return undefined
    return { ...settings.current, seed, drawing: await sketchFile(canvas.current, quality) }
  }, [seed, quality])
  const onChange = (next: boolean): void => {
    hasStrokes.current = next
    changeSketch()
  }
  useEffect(() => {
    settings.current = { prompt, strength }
    changeSketch()
  }, [prompt, strength])
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <SketchCanvas
          // A canvas that changes its size is empty.
          key={sidePixels}
          {...{ canvas, sidePixels, strokes }}
          color={erases ? '#ffffff' : color}
          width={widthPixels / sidePixels}
          onStrokes={setStrokes}
          onChange={onChange}
        />
        <SketchResult prompt={prompt} price={price} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          type="color"
          aria-label={t('media.liveSketch.color')}
          value={color}
          onChange={(event) => {
            setColor(event.target.value)
            setErases(false)
          }}
          className="size-9 rounded-lg bg-control p-1"
        />
        <IconButton
          label={t('media.mask.tools.eraser')}
          icon={<Eraser aria-hidden className="size-4.5" />}
          aria-pressed={erases}
          className="aria-pressed:bg-selected aria-pressed:text-ink"
          onClick={() => setErases(!erases)}
        />
        <IconButton
          label={t('media.mask.undo')}
          icon={<Undo2 aria-hidden className="size-4.5" />}
          disabled={strokes.length === 0}
          onClick={() => setStrokes(strokes.slice(0, -1))}
        />
        <IconButton
          label={t('media.mask.clear')}
          icon={<Trash2 aria-hidden className="size-4.5" />}
          disabled={strokes.length === 0}
          onClick={() => setStrokes([])}
        />
        <RangeField
          label={t('media.mask.size')}
          value={widthPixels}
          minimum={1}
          maximum={maxWidthPixels}
          format={(value) => formatPixels(i18n.language, value)}
          onValueChange={setWidthPixels}
          onValueCommitted={setWidthPixels}
        />
        {strength !== null && (
          <div className="flex items-center gap-3.5 text-sm text-muted">
            <span aria-hidden>{t('media.fieldTitles.strength')}</span>
            <RangeField
              label={t('media.fieldTitles.strength')}
              value={Math.round(strength * 100)}
              minimum={0}
              maximum={100}
              format={(value) => formatPercentage(i18n.language, value / 100)}
              onValueChange={(value) => setStrength(value / 100)}
              onValueCommitted={(value) => setStrength(value / 100)}
            />
          </div>
        )}
      </div>
      <TextArea
        label={t('media.prompt')}
        dir="auto"
        value={prompt}
        maxLength={maxSketchPromptLength}
        onChange={(event) => setPrompt(event.target.value)}
      />
      <SketchStart model={model} price={price} read={read} />
    </>
  )
}
