import { z } from 'zod'
import { partSchema, reasoningPartSchema, toolProgressSchema } from '../../../shared/chat/parts.ts'
import type { Part } from '../../../shared/chat/parts.ts'

/** Ends the reasoning before it, with the data that must be sent back. */
const sealSchema = reasoningPartSchema.omit({ type: true, text: true }).extend({
  type: z.literal('seal'),
})

/** The text since the last call, result or file was reasoning. */
const movedSchema = z.object({ type: z.literal('textWasReasoning') })

/** A piece by which an answer grows: a part, a fragment of one, or the new state of a call. */
export const pieceSchema = z.union([partSchema, sealSchema, movedSchema, toolProgressSchema])
export type Piece = z.infer<typeof pieceSchema>

interface Growing {
  part: Part
  /** The fragments of its text or arguments, joined in the end. */
  texts: string[]
  sealed: boolean
}

/**
 * Joins pieces into parts, in the order in which they began. Neighbouring texts become one part,
 * and so do the fragments of one call, even if several calls alternate.
 */
export function joinPieces(pieces: readonly Piece[]): Part[] {
  const growing: Growing[] = []
  const calls = new Map<string, Growing>()
  for (const piece of pieces) add(piece, growing, calls)
  return growing.map(finish).filter(isSomething)
}

function add(piece: Piece, growing: Growing[], calls: Map<string, Growing>): void {
  const last = growing.at(-1)
  switch (piece.type) {
    case 'text':
      if (last?.part.type === 'text') last.texts.push(piece.text)
      else if (piece.text !== '') growing.push(begin(piece, piece.text))
      return
    case 'reasoning':
      addReasoning(piece, growing)
      return
    case 'seal':
      seal(piece, last, growing)
      return
    case 'textWasReasoning':
      moveText(growing)
      return
    case 'toolCall': {
      const call = calls.get(piece.id)
      if (call) {
        call.texts.push(piece.arguments)
        if (piece.signature !== undefined) Object.assign(call.part, { signature: piece.signature })
        return
      }
      const begun = begin({ ...piece }, piece.arguments)
      calls.set(piece.id, begun)
      growing.push(begun)
      return
    }
    case 'toolProgress': {
      const { type: _type, ...progress } = piece
      const call = calls.get(piece.id)
      if (call) Object.assign(call.part, progress)
      return
    }
    case 'toolResult':
      // Some services number their calls anew in each answer.
      calls.delete(piece.id)
      growing.push(begin(piece, ''))
      return
    case 'file':
      growing.push(begin(piece, ''))
  }
}

function addReasoning(piece: Extract<Piece, { type: 'reasoning' }>, growing: Growing[]): void {
  const last = growing.at(-1)
  const sealed = isSealed(piece)
  if (last?.part.type === 'reasoning' && !last.sealed && !sealed) last.texts.push(piece.text)
  else if (piece.text !== '' || sealed) growing.push({ ...begin(piece, piece.text), sealed })
}

function moveText(growing: Growing[]): void {
  const at = growing.findLastIndex(({ part }) => part.type !== 'text' && part.type !== 'reasoning')
  for (const thought of growing.splice(at + 1)) {
    if (thought.part.type !== 'text') growing.push(thought)
    else addReasoning({ type: 'reasoning', text: thought.texts.join('').trimEnd() }, growing)
  }
}

function seal(
  { type: _type, ...proof }: Extract<Piece, { type: 'seal' }>,
  last: Growing | undefined,
  growing: Growing[],
): void {
  if (last?.part.type === 'reasoning' && !last.sealed) {
    last.part = { ...last.part, ...proof }
    last.sealed = true
    return
  }
  growing.push({ ...begin({ type: 'reasoning', text: '', ...proof }, ''), sealed: true })
}

function begin(part: Part, text: string): Growing {
  return { part, texts: [text], sealed: false }
}

function isSealed({ signature, encrypted, itemId }: Extract<Part, { type: 'reasoning' }>) {
  return signature !== undefined || encrypted !== undefined || itemId !== undefined
}

function finish({ part, texts }: Growing): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...part, text: texts.join('') }
    case 'toolCall':
      return { ...part, arguments: texts.join('') }
    case 'toolResult':
    case 'file':
      return part
  }
}

function isSomething(part: Part): boolean {
  if (part.type === 'text') return part.text !== ''
  return part.type !== 'reasoning' || part.text !== '' || isSealed(part)
}
