import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { useTask } from '../../core/useTask.ts'
import { TextField } from '../../ui/controls/TextField.tsx'

interface AddPageDialogProps {
  base: Base
  open: boolean
  onClose: () => void
  onAdded: () => void
}

/** Asks for the address of a web page, and adds it to a base. */
export function AddPageDialog({ base, open, onClose, onAdded }: AddPageDialogProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const close = (): void => {
    setAddress('')
    setWrong(false)
    task.clear()
    onClose()
  }
  const add = async (): Promise<void> => {
    const url = webAddress(address)
    if (url === undefined) {
      setWrong(true)
      return
    }
    const added = await task.run(() => api.knowledge.addPage({ baseId: base.id, url }))
    if (!added) return
    onAdded()
    close()
  }
  return (
    <FormDialog
      open={open}
      title={t('knowledge.addPage.title')}
      description={t('knowledge.addPage.description')}
      confirm={t('knowledge.addPage.confirm')}
      task={task}
      onClose={close}
      onSubmit={() => void add()}
    >
      <TextField
        label={t('knowledge.addPage.address')}
        placeholder="https://example.com/page"
        dir="ltr"
        inputMode="url"
        value={address}
        error={isWrong ? t('knowledge.addPage.wrong') : undefined}
        onChange={(event) => {
          setAddress(event.target.value)
          setWrong(false)
          task.clear()
        }}
      />
    </FormDialog>
  )
}

/** Returns a web address as the user may type it; undefined for anything else. */
function webAddress(typed: string): string | undefined {
  const trimmed = typed.trim()
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed)
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed}`)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  // One word alone is rather a typing error than a machine of the local network.
  const isNamed = hasScheme || url.port !== '' || /[.:]|^localhost$/.test(url.hostname)
  if (!isNamed) return undefined
  // Machines nearby seldom have certificates.
  if (!hasScheme && !url.hostname.includes('.')) url.protocol = 'http:'
  return url.href
}
