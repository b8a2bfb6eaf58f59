import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { DropTarget } from '../../attachments/DropTarget.tsx'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { putBase } from '../bases.ts'
import { knowledgeViewAtom } from '../knowledgeView.ts'
import { droppedFiles } from './droppedFiles.ts'
import { uploadSources } from './uploadSources.ts'

/** Adds files and folders that are dropped anywhere on the place to the open base. */
export function KnowledgeDrop({ base }: { base: Base | undefined }): ReactNode {
  const { t } = useTranslation()
  const setView = useSetAtom(knowledgeViewAtom)
  const createBase = async (): Promise<Base> => {
    const created = await api.knowledge.create({ name: t('knowledge.firstBase'), embedder: null })
    putBase(created)
    setView({ baseId: created.id, tab: 'sources' })
    return created
  }
  const add = async (transfer: DataTransfer): Promise<void> => {
    const { paths, readFiles } = droppedFiles(transfer)
    const reading = readFiles()
    const { id: baseId } = base ?? (await createBase())
    if (paths.length > 0) await api.knowledge.addPaths({ baseId, paths })
    const files = await reading
    if (files.length > 0) await uploadSources(baseId, files)
  }
  return (
    <DropTarget
      label={
        base ? t('knowledge.drop', { name: visibleText(base.name) }) : t('knowledge.dropFirst')
      }
      onDrop={(transfer) => attempt(add(transfer))}
    />
  )
}
