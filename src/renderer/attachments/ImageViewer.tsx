import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isEditablePicture } from '../../shared/fileFormats.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import { pictureTasks, workOnPicture } from '../core/pictureRequest.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useLayer } from '../ui/layers/layers.ts'
import { dragPicture } from './dragPicture.ts'
import { attachmentAddress } from './attachmentAddress.ts'

interface ImageViewerProps {
  file: Attachment
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows a picture as large as the window allows, with what models can do with it. */
export function ImageViewer({ file, open, onOpenChange }: ImageViewerProps): ReactNode {
  const { t } = useTranslation()
  useLayer('dialog', open, () => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop-motion fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Viewport className="fixed inset-0 z-40 grid place-items-center p-4">
          <Dialog.Popup className="popup-motion flex max-w-[calc(100dvw-2rem)] flex-col gap-2 rounded-2xl bg-raised p-2 text-ink shadow-popup outline-none">
            <div className="flex items-center gap-3 ps-2">
              <Dialog.Title
                dir="auto"
                className="own-direction min-w-0 grow truncate text-sm font-medium"
              >
                {file.name}
              </Dialog.Title>
              <Dialog.Close
                render={
                  <IconButton
                    label={t('attachments.close')}
                    icon={<X aria-hidden className="size-4.5" />}
                  />
                }
              />
            </div>
            <img
              {...dragPicture(file)}
              src={attachmentAddress(file)}
              alt={file.name}
              className="max-h-[calc(100dvh-9rem)] max-w-full rounded-xl object-contain"
            />
            {isEditablePicture(file.mediaType) && (
              <div className="flex flex-wrap justify-center gap-1.5">
                {pictureTasks.map((task) => (
                  <Button
                    key={task}
                    size="small"
                    onClick={() => {
                      onOpenChange(false)
                      workOnPicture({ task, file })
                    }}
                  >
                    {t(`media.viewer.${task}`)}
                  </Button>
                ))}
              </div>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
