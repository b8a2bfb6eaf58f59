import { useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filesOfTransfer } from './filesOfTransfer.ts'

interface FileDropProps {
  onFiles: (files: File[]) => void
  className?: string
  children: ReactNode
}

/** A place where files can be dropped; it says so while some are held over it. */
export function FileDrop({ onFiles, className, children }: FileDropProps): ReactNode {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  return (
    <div
      className={`relative ${className ?? ''}`}
      onDragEnter={(event) => {
        if (holdsFiles(event)) setOver(true)
      }}
      onDragLeave={(event) => {
        // From one element inside to the next it does not leave.
        const to = event.relatedTarget
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
      }}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onDrop={(event) => {
        setOver(false)
        if (!holdsFiles(event)) return
        event.preventDefault()
        onFiles(filesOfTransfer(event.dataTransfer))
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-2xl border-2 border-dashed border-focus bg-canvas/85 text-lg font-medium">
          {t('attachments.drop')}
        </div>
      )}
    </div>
  )
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}
