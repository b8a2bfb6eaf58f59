import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { textOf } from './messages.ts'
import type { StoredChat } from './messages.ts'
import type { MountList } from './mountList.ts'

interface BareListProps extends StoredChat {
  show: (message: Message) => ReactNode
}

/** The list library alone, as in its documentation. */
export function BareList({ messages, show }: BareListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 120,
    overscan: 8,
    anchorTo: 'end',
    initialOffset: messages.length * 120,
  })
  return (
    <div ref={scroller} role="log" style={{ overflowY: 'auto', flex: 1 }}>
      <div style={{ position: 'relative', height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const message = messages[index]
          return (
            message && (
              <article
                key={key}
                ref={list.measureElement}
                data-index={index}
                style={{
                  position: 'absolute',
                  insetInline: 0,
                  transform: `translateY(${start}px)`,
                  padding: 8,
                  whiteSpace: 'pre-wrap',
                }}
              >
                {show(message)}
              </article>
            )
          )
        })}
      </div>
    </div>
  )
}

export const mountBareList: MountList = (parent, chat) => {
  const root = createRoot(parent)
  root.render(<BareList {...chat} show={textOf} />)
  return () => root.unmount()
}
