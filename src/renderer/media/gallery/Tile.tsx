import { CircleAlert, Film, Heart, Music } from 'lucide-react'
import { memo } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { dragOutputs } from '../dragOutputs.ts'
import { lengthText } from '../lengthText.ts'
import { outputName } from '../outputName.ts'
import { Thumbnail } from './Thumbnail.tsx'

/** Actions of a tile. The object stays the same, so that scrolling renders no tile again. */
export interface TileActions {
  open: (id: string) => void
  /** Adds it to what is selected, or everything up to it, or takes it out. */
  select: (id: string, range: boolean) => void
  focus: (id: string) => void
  /** Returns what a drag of it takes along: itself, or all that is selected with it. */
  draggedWith: (output: MediaOutput) => readonly MediaOutput[]
  press: (event: KeyboardEvent<HTMLButtonElement>, id: string) => void
}

interface TileProps {
  output: MediaOutput
  /** Whether the arrow keys start here. */
  isCurrent: boolean
  isSelected: boolean
  actions: TileActions
}

/** Shows one output in the gallery: a click opens it, and with Ctrl, Cmd or Shift selects it. */
export const Tile = memo(TileContent)

function TileContent({ output, isCurrent, isSelected, actions }: TileProps): ReactNode {
  const { t, i18n } = useTranslation()
  const name = outputName(t, output)
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) actions.select(output.id, event.shiftKey)
    else actions.open(output.id)
  }
  return (
    <div
      className="group/tile relative size-full contain-strict overflow-hidden rounded-lg bg-control data-selected:outline-3 data-selected:outline-offset-1 data-selected:outline-accent"
      data-selected={isSelected || undefined}
    >
      <button
        type="button"
        {...dragOutputs(() => actions.draggedWith(output))}
        data-tile={output.id}
        aria-label={isSelected ? t('media.gallery.selected', { name }) : name}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onClick}
        onFocus={() => actions.focus(output.id)}
        onKeyDown={(event) => actions.press(event, output.id)}
        className="block size-full outline-offset-[-3px]"
      >
        <Thumbnail output={output} />
      </button>
      <input
        type="checkbox"
        aria-label={t('media.gallery.select', { name })}
        tabIndex={isCurrent ? 0 : -1}
        checked={isSelected}
        onChange={(event) =>
          actions.select(output.id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)
        }
        className="absolute start-2 top-2 size-4.5 accent-(--accent) opacity-0 group-hover/tile:opacity-100 checked:opacity-100 focus-visible:opacity-100"
      />
      <Marks>
        {output.cut && <CircleAlert aria-hidden className="size-4" />}
        {output.favourite && <Heart aria-hidden className="size-4 fill-current" />}
        {output.kind === 'video' && <Film aria-hidden className="size-4" />}
        {output.kind === 'audio' && <Music aria-hidden className="size-4" />}
        {output.durationMilliseconds !== null && (
          <span>{lengthText(i18n.language, output.durationMilliseconds)}</span>
        )}
      </Marks>
    </div>
  )
}

function Marks({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="pointer-events-none absolute end-0 bottom-0 flex items-center gap-1.5 rounded-ss-lg bg-[#000a] px-1.5 py-1 text-xs text-white tabular-nums empty:hidden">
      {children}
    </div>
  )
}
