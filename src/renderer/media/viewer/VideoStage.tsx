import { useAtomValue } from 'jotai'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { uploadInput } from '../form/uploadInput.ts'
import { focusForm, giveInput } from '../form/mediaForm.ts'
import { mediaModelsAtom, modelsFor } from '../mediaModels.ts'

interface VideoStageProps {
  address: string
  name: string
  onError: () => void
}

/** Plays a video, and gives the frame that it shows to a model. */
export function VideoStage({ address, name, onError }: VideoStageProps): ReactNode {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const { run, running, failure } = useTask()
  const models = useAtomValue(mediaModelsAtom)?.models ?? []
  const takers = [...modelsFor('animate', models), ...modelsFor('edit', models)]
  const takeFrame = async (): Promise<void> => {
    if (!video.current) return
    const input = await uploadInput(await frameFile(video.current))
    if (await giveInput(input, takers)) focusForm('prompt')
  }
  return (
    <div className="flex size-full min-h-0 flex-col items-center gap-3">
      <div className="grid min-h-0 w-full flex-1 place-items-center">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a model made has none */}
        <video
          ref={video}
          src={address}
          controls
          loop
          aria-label={name}
          onError={onError}
          className="max-h-full max-w-full rounded-lg"
        />
      </div>
      {takers.length > 0 && (
        <Button
          size="small"
          busy={running}
          icon={<ImagePlus aria-hidden className="size-4" />}
          onClick={() => void run(takeFrame)}
        >
          {t('media.viewer.useFrame')}
        </Button>
      )}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </div>
  )
}

/** Returns the frame that a video shows, as a PNG file. */
async function frameFile(video: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], 'frame.png', { type: 'image/png' })
}
