import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaInput } from '../../../shared/mediaForm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { formAtom, setDraft } from '../form/mediaForm.ts'
import { uploadInput } from '../form/uploadInput.ts'
import { maskFieldAtom } from '../mediaView.ts'
import { inputAddress } from '../outputAddress.ts'
import { MaskEditor } from './MaskEditor.tsx'

/** Draws the mask for the picture that the form holds. */
export function MaskPane({ field }: { field: string }): ReactNode {
  const { t } = useTranslation()
  const [, setField] = useAtom(maskFieldAtom)
  const form = useAtomValue(formAtom)
  const source = form?.fields?.find(({ role }) => role === 'image')
  const draft = source && form?.drafts[source.name]
  const input = Array.isArray(draft) ? (draft as readonly MediaInput[])[0] : undefined
  const size = useSize(input)
  const close = (): void => setField(undefined)
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
  if (!size) return <Skeleton className="m-4 h-60" />
  return (
    <MaskEditor
      key={input.id}
      picture={{ id: input.id, url: inputAddress(input), ...size }}
      onDone={async (mask) => {
        setDraft(field, [await uploadInput(mask)])
        close()
      }}
      onCancel={close}
    />
  )
}

interface Size {
  width: number
  height: number
}

/** Returns a picture's size in pixels; undefined until it is known. */
function useSize(input: MediaInput | undefined): Size | 'unreadable' | undefined {
  const [size, setSize] = useState<Size | 'unreadable'>()
  const address = input && inputAddress(input)
  useEffect(() => {
    setSize(undefined)
    if (address === undefined) return
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
