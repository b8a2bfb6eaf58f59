import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../core/failures.ts'
import { useNarrow } from '../core/appearance/narrow.ts'
import { pictureRequestAtom } from '../core/pictureRequest.ts'
import { store } from '../core/store.ts'
import { FormPane } from './form/FormPane.tsx'
import { takePicture } from './form/takePicture.ts'
import { undoRemoval } from './gallery/changeOutputs.ts'
import { GalleryPane } from './gallery/GalleryPane.tsx'
import { MaskPane } from './mask/MaskPane.tsx'
import { isNewAtom } from './isNew.ts'
import { loadMediaJobs } from './mediaJobs.ts'
import { loadMediaModels } from './mediaModels.ts'
import { comparedAtom, maskFieldAtom, openOutputAtom } from './mediaView.ts'
import { loadSketchModels } from './sketch/sketchModels.ts'
import { SketchPane } from './sketch/SketchPane.tsx'
import { sketchOpenAtom } from './sketch/sketchSession.ts'
import { Compare } from './viewer/Compare.tsx'
import { Viewer } from './viewer/Viewer.tsx'

/** Shows the form, the running jobs, and everything that was made. */
export function MediaPlace(): ReactNode {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const request = useAtomValue(pictureRequestAtom)
  const isNew = useAtomValue(isNewAtom)
  const [whole, setWhole] = useState<HTMLElement | null>(null)
  const [pane, setPane] = useState<HTMLElement | null>(null)
  useEffect(() => {
    void loadMediaModels()
    attempt(loadMediaJobs())
    attempt(loadSketchModels())
  }, [])
  useEffect(() => {
    if (!request) return
    store.set(pictureRequestAtom, undefined)
    attempt(takePicture(t, request))
  }, [request, t])
  useUndoKey()
  return (
    <div ref={setWhole} className={narrow ? 'h-full overflow-y-auto' : 'flex h-full'}>
      <div className={narrow ? '' : 'contents'}>
        {isNew && <h1 className="sr-only">{t('media.title')}</h1>}
        <div
          // One welcome is enough.
          hidden={isNew}
          className={
            narrow
              ? 'bg-sunken px-5 py-5'
              : 'w-80 shrink-0 [scrollbar-gutter:stable] overflow-y-auto bg-sunken px-4 py-5'
          }
        >
          <h1 className="pb-3 text-base font-semibold">{t('media.title')}</h1>
          <FormPane />
        </div>
        <Content narrow={narrow} setPane={setPane} scroller={narrow ? whole : pane} />
      </div>
    </div>
  )
}

/** Ctrl+Z takes back the latest removal, but where it undoes what was typed or drawn. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
      if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented) return
      if (store.get(maskFieldAtom) !== undefined || isTyping(event.target)) return
      if (undoRemoval()) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
  )
}

interface ContentProps {
  narrow: boolean
  setPane: (element: HTMLElement | null) => void
  scroller: HTMLElement | null
}

/** Shows the gallery, or in its place what was opened from it. */
function Content({ narrow, setPane, scroller }: ContentProps): ReactNode {
  const opened = useAtomValue(openOutputAtom)
  const compared = useAtomValue(comparedAtom)
  const maskField = useAtomValue(maskFieldAtom)
  const isSketching = useAtomValue(sketchOpenAtom)
  const over =
    maskField !== undefined ? (
      <MaskPane field={maskField} />
    ) : isSketching ? (
      <SketchPane />
    ) : compared ? (
      <Compare before={compared[0]} after={compared[1]} />
    ) : opened !== undefined ? (
      <Viewer id={opened} />
    ) : undefined
  return (
    <div className={narrow ? '' : 'relative min-w-0 flex-1'}>
      {over && <div className={narrow ? 'h-[calc(100dvh-2rem)]' : 'absolute inset-0'}>{over}</div>}
      {/* Its place in the list stays. */}
      <div
        ref={setPane}
        inert={over !== undefined}
        className={
          narrow
            ? over && 'hidden'
            : `absolute inset-0 [scrollbar-gutter:stable] overflow-y-auto ${over ? 'invisible' : ''}`
        }
      >
        <GalleryPane scroller={scroller} />
      </div>
    </div>
  )
}
