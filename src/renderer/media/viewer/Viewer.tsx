import { atom, useAtom, useAtomValue } from 'jotai'
import {
  ArrowLeft,
  ChevronLeft,
  ChevronRight,
  Film,
  Heart,
  Info,
  Maximize2,
  Pencil,
  RotateCcw,
  Shuffle,
  Trash2,
} from 'lucide-react'
import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf } from '../../../shared/languages.ts'
import type { MediaOutput } from '../../../shared/media/media.ts'
import type { MediaInput } from '../../../shared/media/mediaForm.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { useEscape } from '../../ui/layers/useEscape.ts'
import { focusForm, giveInput, openForm, putInput } from '../form/mediaForm.ts'
import { removeOutputs, restoreOutputs, setFavourite } from '../gallery/changeOutputs.ts'
import { isTooLarge } from '../isTooLarge.ts'
import { mediaModelsAtom, modelsFor } from '../mediaModels.ts'
import { closeOutput, openAtEnd, openBeside, openOutputAtom } from '../mediaView.ts'
import { outputName } from '../outputName.ts'
import { copyPicture } from './copyPicture.ts'
import { OutputDetails } from './OutputDetails.tsx'
import { SaveMenu } from './SaveMenu.tsx'
import { Stage } from './Stage.tsx'
import { useOutput } from './useOutput.ts'
import type { OutputFamily } from './useOutput.ts'
import { VersionTree } from './VersionTree.tsx'
import { ViewerJobs } from './ViewerJobs.tsx'
import { useOpenedPane } from '../useOpenedPane.ts'

const detailsOpenAtom = atom(false)

/** Shows one output as large as there is room, with what can be done with it. */
export function Viewer({ id }: { id: string }): ReactNode {
  const { t, i18n } = useTranslation()
  const region = useRef<HTMLElement>(null)
  const [, setOpen] = useAtom(openOutputAtom)
  const [hasDetails, setDetails] = useAtom(detailsOpenAtom)
  const { family, failure } = useOutput(id)
  useEscape(closeOutput)
  useOpenedPane(region)
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (event.target !== region.current || !isPlain) return
    if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      void openAtEnd(event.key === 'Home' ? 'first' : 'last')
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && canDelete(family)) {
      event.preventDefault()
      removeShown(id)
    }
    const step = stepOf(event.key)
    if (step === undefined) return
    if (openBeside(directionOf(i18n.language) === 'rtl' ? oppositeOf(step) : step)) {
      event.preventDefault()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it can have the focus
    <section
      ref={region}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      aria-label={t('media.viewer.title')}
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <div className="flex min-h-12 flex-wrap items-center gap-1 px-3 py-1.5 select-none">
        <IconButton
          label={t('media.viewer.close')}
          shortcut="Esc"
          icon={<ArrowLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />}
          onClick={closeOutput}
        />
        {family && (
          <>
            <VersionButtons family={family} onShow={setOpen} />
            <div className="grow" />
            <Actions family={family} />
            <IconButton
              label={t('media.viewer.details')}
              icon={<Info aria-hidden className="size-4.5" />}
              aria-pressed={hasDetails}
              className="aria-pressed:bg-selected aria-pressed:text-ink"
              onClick={() => setDetails(!hasDetails)}
            />
          </>
        )}
      </div>
      {failure && (
        <div className="px-4">
          <ErrorAlert error={failure.error} since={failure.at} />
        </div>
      )}
      <ViewerJobs outputId={id} />
      {!family && !failure && <Skeleton className="m-4 min-h-0 flex-1" />}
      {family && (
        <div className="flex min-h-0 flex-1 flex-col md:flex-row">
          <div className="@container-[size] flex min-h-60 min-w-0 flex-1 flex-col gap-3 px-4 pb-4">
            <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-1 place-items-center">
              <Stage key={family.output.id} output={family.output} job={family.job} />
            </div>
            {family.output.cut && (
              <p className="text-center text-sm text-warning-ink">{t('media.cut.hint')}</p>
            )}
            <VersionTree family={family} onShow={setOpen} />
          </div>
          {hasDetails && <OutputDetails family={family} />}
        </div>
      )}
    </section>
  )
}

interface FamilyProps {
  family: OutputFamily
  onShow: (id: string) => void
}

/** Leads to what a picture was made from, and to what was made from it last. */
function VersionButtons({ family, onShow }: FamilyProps): ReactNode {
  const { t } = useTranslation()
  const { parents, children } = family
  if (parents.length === 0 && children.length === 0) return null
  const before = parents[0]
  const after = children.at(-1)
  return (
    <>
      <IconButton
        label={t('media.viewer.previousVersion')}
        icon={<ChevronLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />}
        disabled={!before}
        onClick={() => before && onShow(before.id)}
      />
      <IconButton
        label={t('media.viewer.nextVersion')}
        icon={<ChevronRight aria-hidden className="size-4.5 rtl:-scale-x-100" />}
        disabled={!after}
        onClick={() => after && onShow(after.id)}
      />
    </>
  )
}

/** Only the gallery deletes outputs in the bin: that is final, and it asks first. */
function canDelete(family: OutputFamily | undefined): boolean {
  return family !== undefined && family.output.deletedAt === null
}

/** Moves the shown output to the bin, and shows the next one, else the one before. */
function removeShown(id: string): void {
  const isLast = !openBeside(1) && !openBeside(-1)
  removeOutputs([id])
  if (isLast) closeOutput()
}

function stepOf(key: string): 1 | -1 | undefined {
  if (key === 'ArrowRight') return 1
  return key === 'ArrowLeft' ? -1 : undefined
}

function oppositeOf(step: 1 | -1): 1 | -1 {
  return step === 1 ? -1 : 1
}

function Actions({ family }: { family: OutputFamily }): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(mediaModelsAtom)?.models ?? []
  const { output, job } = family
  const isPicture = output.kind === 'image' && !isTooLarge(output)
  const input = inputOf(output, outputName(t, output))
  const editors = modelsFor('edit', models)
  const upscalers = modelsFor('upscale', models)
  const animators = modelsFor('animate', models)
  const give = async (to: typeof models, focus: 'prompt' | 'button'): Promise<void> => {
    if (await giveInput(input, to, job.prompt)) focusForm(focus)
  }
  const vary = async (): Promise<void> => {
    await openForm(job, job.values, { withoutSeed: true })
    if (isPicture) putInput(input)
    focusForm('button')
  }
  if (output.deletedAt !== null) {
    return (
      <Button
        size="small"
        icon={<RotateCcw aria-hidden className="size-4" />}
        onClick={() => restoreOutputs([output.id])}
      >
        {t('media.viewer.restore')}
      </Button>
    )
  }
  return (
    <>
      {isPicture && editors.length > 0 && (
        <Button
          size="small"
          icon={<Pencil aria-hidden className="size-4" />}
          onClick={() => void give(editors, 'prompt')}
        >
          {t('media.viewer.edit')}
        </Button>
      )}
      <Button
        size="small"
        icon={<Shuffle aria-hidden className="size-4" />}
        onClick={() => void vary()}
      >
        {t('media.viewer.vary')}
      </Button>
      {isPicture && upscalers.length > 0 && (
        <Button
          size="small"
          icon={<Maximize2 aria-hidden className="size-4" />}
          onClick={() => void give(upscalers, 'button')}
        >
          {t('media.viewer.upscale')}
        </Button>
      )}
      {isPicture && animators.length > 0 && (
        <Button
          size="small"
          icon={<Film aria-hidden className="size-4" />}
          onClick={() => void give(animators, 'prompt')}
        >
          {t('media.viewer.animate')}
        </Button>
      )}
      <IconButton
        label={t('media.viewer.favourite')}
        icon={
          <Heart aria-hidden className={`size-4.5 ${output.favourite ? 'fill-current' : ''}`} />
        }
        aria-pressed={output.favourite}
        onClick={() => setFavourite([output.id], !output.favourite)}
      />
      {isPicture && !output.flagged && (
        <CopyButton label={t('media.viewer.copy')} size="medium" copy={() => copyPicture(output)} />
      )}
      <SaveMenu ids={[output.id]} outputs={[output]} />
      <IconButton
        label={t('media.viewer.delete')}
        icon={<Trash2 aria-hidden className="size-4.5" />}
        onClick={() => removeShown(output.id)}
      />
    </>
  )
}

function inputOf(output: MediaOutput, name: string): MediaInput {
  const { id, fileId, mediaType, sizeBytes, flagged } = output
  const input = { id: fileId, name: name.slice(0, 200), mediaType, sizeBytes, outputId: id }
  return flagged ? { ...input, flagged } : input
}
