import { atom } from 'jotai'
import { baseNameLengthMaximum } from '../../../shared/limits.ts'
import type { Attachment } from '../../../shared/parts.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { basesAtom, putBase } from '../bases.ts'
import { chatBasesRevisionAtom } from './chatBasesRevision.ts'

/** The bases that were made of documents of a draft, by chat; null is the key of a new chat. */
export const askedBasesAtom = atom<ReadonlyMap<string | null, readonly string[]>>(new Map())

/** Makes a base of a document and switches it on in a chat. It is read in the background. */
export async function askDocument(conversationId: string | null, file: Attachment): Promise<void> {
  const known = store.get(basesAtom) ?? []
  const embedder = known.findLast(({ space }) => space !== null)?.space?.model ?? null
  const name = file.name.slice(0, baseNameLengthMaximum).trim() || file.name
  const base = await api.knowledge.create({ name, embedder })
  putBase(base)
  await api.knowledge.addUploads({ baseId: base.id, files: [file] })
  const { baseIds, mode } = await api.knowledge.chat({ conversationId })
  await api.knowledge.setChat({ conversationId, baseIds: [...baseIds, base.id], mode })
  store.set(chatBasesRevisionAtom, (revision) => revision + 1)
  store.set(askedBasesAtom, (asked) => {
    return new Map(asked).set(conversationId, [...(asked.get(conversationId) ?? []), base.id])
  })
}

/** Says no more how far the reading of a document is. */
export function forgetAsked(conversationId: string | null, baseId: string): void {
  store.set(askedBasesAtom, (asked) => {
    const others = (asked.get(conversationId) ?? []).filter((id) => id !== baseId)
    return new Map(asked).set(conversationId, others)
  })
}
