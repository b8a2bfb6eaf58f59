import { AudioLines, EyeOff, Film, ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { isTooLarge } from '../isTooLarge.ts'
import { outputAddress } from '../outputAddress.ts'
import { openStore, readStored, writeStored } from '../openStore.ts'
import { isSvg } from '../svg/fetchPicture.ts'
import { createThumbnails } from './createThumbnails.ts'
import type { ThumbnailMaker } from './createThumbnails.ts'
import { makeThumbnail } from './makeThumbnail.ts'

/** Shows an output small; a flagged one stays hidden until it is opened. */
export function Thumbnail({ output }: { output: MediaOutput }): ReactNode {
  if (output.flagged) return <Icon icon={EyeOff} />
  if (isTooLarge(output)) return <Icon icon={ImageOff} />
  if (output.kind === 'audio') return <Icon icon={AudioLines} />
  return <Picture key={output.id} output={output} />
}

function Icon({ icon: Shape }: { icon: typeof EyeOff }): ReactNode {
  return (
    <span className="grid size-full place-items-center text-muted">
      <Shape aria-hidden strokeWidth={1.5} className="size-8" />
    </span>
  )
}

function Picture({ output }: { output: MediaOutput }): ReactNode {
  const { id, kind } = output
  const isDrawing = isSvg(output)
  const thumbnails = isDrawing ? drawings : pictures
  const [isUnshown, setUnshown] = useState(false)
  const [address, setAddress] = useState(() => thumbnails.known(id))
  useEffect(() => {
    if (thumbnails.known(id)) return
    outputs.set(id, output)
    const asked = thumbnails.ask(id)
    let isShown = true
    void asked.address.then((made) => {
      outputs.delete(id)
      if (!isShown) return
      // Without a thumbnail, the picture itself is shown. A video or an SVG has no such fallback.
      if (made === undefined && (kind === 'video' || isDrawing)) setUnshown(true)
      else setAddress(made ?? outputAddress(output))
    })
    return () => {
      isShown = false
      asked.cancel()
    }
  }, [id, kind, output, isDrawing, thumbnails])
  if (isUnshown) return <Icon icon={kind === 'video' ? Film : ImageOff} />
  return (
    <span className="block size-full">
      {address !== undefined && (
        <img
          src={address}
          alt=""
          draggable={false}
          decoding="async"
          // Such as a spoilt file: the browser would draw the sign of a broken page.
          onError={() => setUnshown(true)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}

/** The outputs whose small pictures are asked for now. */
const outputs = new Map<string, MediaOutput>()
const database = openStore('media-thumbnails')

/** Makes no small picture while the gallery scrolls fast: a frame would have to wait for it. */
export function restThumbnails(isResting: boolean): void {
  pictures.rest(isResting)
  drawings.rest(isResting)
}

const pictures = createThumbnails(maker())
/** Apart from the others, which would wait while a hostile drawing takes its ten seconds. */
const drawings = createThumbnails(maker())

function maker(): ThumbnailMaker {
  return {
    async load(id) {
      const kept = await readStored(await database, id)
      return kept instanceof Blob ? kept : undefined
    },
    async make(id) {
      const output = outputs.get(id)
      if (!output) throw new Error('Nobody asks for it any more')
      return makeThumbnail(output)
    },
    store: async (id, made) => writeStored(await database, id, made, 'relaxed'),
    show(made) {
      const address = URL.createObjectURL(made)
      // As long as one element has it, the page asks the browser for no address a second time.
      const held = new Image()
      held.src = address
      return {
        address,
        close() {
          URL.revokeObjectURL(address)
          held.removeAttribute('src')
        },
      }
    },
  }
}
