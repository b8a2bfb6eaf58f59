import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../classNames.ts'
import { useLayer } from './layers.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** The element that gets the focus first; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>
  /**
   * Returns the element that gets the focus at closing, or false for none; by default the one that
   * had it before.
   */
  finalFocus?: () => HTMLElement | null | false
  /** For long content, which has its own scroll box. */
  wide?: boolean
  /** Whether it takes most of a large window, for content in columns. */
  columns?: boolean
  /** Whether its content has a scroll box: the buttons stay in sight. */
  scrolls?: boolean
  children?: ReactNode
  /** Buttons at the end, the most likely one last. */
  actions?: ReactNode
}

/** Shows a modal dialog. When it closes, the focus returns to where it was. */
export function Dialog(props: DialogProps): ReactNode {
  useLayer('dialog', props.open, () => props.onOpenChange(false))
  return (
    <Base.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="backdrop-motion fixed inset-0 z-40 bg-backdrop" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
            {...(props.finalFocus ? { finalFocus: props.finalFocus } : {})}
            className={classNames(
              // Texts for screen readers alone are placed within what scrolls, not in the window.
              '[&_.overflow-y-auto]:relative',
              'popup-motion flex max-h-full w-full flex-col gap-4 rounded-2xl bg-raised p-5 text-ink shadow-popup outline-none',
              props.columns ? 'max-w-7xl' : props.wide ? 'max-w-2xl' : 'max-w-md',
              (props.columns || props.wide || props.scrolls) && 'overflow-hidden',
            )}
          >
            <div className="space-y-1.5">
              <Base.Title className="text-base font-semibold break-words">{props.title}</Base.Title>
              {props.description && (
                <Base.Description className="text-sm break-words text-muted">
                  {props.description}
                </Base.Description>
              )}
            </div>
            {props.children}
            {props.actions && (
              <div className="flex flex-wrap justify-end gap-2">{props.actions}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
