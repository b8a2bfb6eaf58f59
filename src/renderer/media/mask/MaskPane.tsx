import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaInput } from '../../../shared/media/mediaForm.ts'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { formAtom, setDraft } from '../form/mediaForm.ts'
import { uploadInput } from '../form/uploadInput.ts'
import { maskFieldAtom } from '../mediaView.ts'
import { useShownPicture } from '../svg/useShownPicture.ts'
import { enlargePicture } from './enlargePicture.ts'
import { enlargedSize, isEnlarged, sizeDraft } from './frame.ts'
import type { Frame, PictureSize } from './frame.ts'
import { MaskEditor } from './MaskEditor.tsx'
import { useOpenedPane } from '../useOpenedPane.ts'

/** Draws the mask for the picture that the form holds, and gives the focus back at the end. */
export function MaskPane({ field }: { field: string }): ReactNode {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useOpenedPane(region)
  return (
    <div ref={region} tabIndex={-1} className="h-full outline-none">
      <Drawing field={field} />
    </div>
  )
}

function Drawing({ field }: { field: string }): ReactNode {
  const { t } = useTranslation()
  const [, setField] = useAtom(maskFieldAtom)
  const form = useAtomValue(formAtom)
  const source = form?.fields?.find(({ role }) => role === 'image')
  const draft = source && form?.drafts[source.name]
  const inputs = Array.isArray(draft) ? (draft as readonly MediaInput[]) : []
  const [input] = inputs
  const url = useShownPicture(input)
  const size = useSize(url)
  const sizeField = form?.fields?.find((each) => each.type === 'size')
  const close = (): void => setField(undefined)
  const enlarge = async (input: MediaInput, frame: Frame, from: PictureSize): Promise<void> => {
    if (!source) return
    const { outputId, name } = input
    const enlarged = await uploadInput(await enlargePicture(input, frame))
    setDraft(source.name, [{ ...enlarged, name, outputId }, ...inputs.slice(1)])
    // Main lays the result over the picture only if they are of one size.
    if (sizeField) setDraft(sizeField.name, sizeDraft(sizeField, enlargedSize(from, frame)))
  }
  if (!input || size === 'unreadable') {
    return (
      <div className="grid h-full place-items-center">
        <EmptyState
          title={t('media.mask.noPicture')}
          action={<Button onClick={close}>{t('media.viewer.close')}</Button>}
        />
      </div>
    )
  }
  if (!size || typeof url !== 'string') return <Skeleton className="m-4 h-60" />
  return (
    <MaskEditor
      key={input.id}
      picture={{ id: input.id, url, ...size }}
      sizes={sizeField?.custom ?? null}
      onDone={async (mask, frame) => {
        if (isEnlarged(frame)) await enlarge(input, frame, size)
        setDraft(field, [await uploadInput(mask)])
        close()
      }}
      onCancel={close}
    />
  )
}

/** Returns the size in pixels of the picture at an address; undefined until it is known. */
function useSize(address: string | null | undefined): PictureSize | 'unreadable' | undefined {
  const [size, setSize] = useState<PictureSize | 'unreadable'>()
  useEffect(() => {
    setSize(address === null ? 'unreadable' : undefined)
    if (typeof address !== 'string') return
    let isCurrent = true
    const picture = new Image()
    picture.onload = () =>
      isCurrent && setSize({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.onerror = () => isCurrent && setSize('unreadable')
    picture.src = address
    return () => {
      isCurrent = false
    }
  }, [address])
  return size
}
