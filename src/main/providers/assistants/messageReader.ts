import { AppError } from '../../../shared/errors.ts'
import { createSourceNumbers } from '../answer/sourceNumbers.ts'
import type { ReplyEvent } from '../reply.ts'
import { placeAnnotations, replaceAnnotations, shownLength } from './annotatedText.ts'
import type { Annotation, Block, MessageDelta, ThreadMessage } from './runObjects.ts'

/** A file that the assistant has made. */
export interface MadeFile {
  fileId: string
  /** Null if the message does not name it. */
  name: string | null
}

/** Reads the messages of a run, in pieces or whole. Each text is told once. */
export interface MessageReader {
  /** Errors: malformedAnswer for an index over the limit. */
  takeDelta: (delta: MessageDelta) => ReplyEvent[]
  /** Takes a message that is complete, and tells what has not been told of it. */
  takeWhole: (message: ThreadMessage) => ReplyEvent[]
  /** Tells what is still held back. */
  rest: () => ReplyEvent[]
  /** The files of the messages so far, each once. */
  files: () => MadeFile[]
}

interface TextBlock {
  value: string
  annotations: Map<number, Annotation>
  /** The length of `value` that was told. */
  told: number
  cited: Set<Annotation>
}

/** Greatest index of a block or an annotation. A service's index must not fill the memory. */
const maxIndex = 1000

/** Creates a reader whose citations are numbered from `firstNumber`. */
export function createMessageReader(firstNumber = 1): MessageReader {
  const messages = new Map<string, Map<number, TextBlock>>()
  const files = new Map<string, MadeFile>()
  const unknown = new Set<string>()
  const numberFor = createSourceNumbers()
  let lastText: TextBlock | undefined

  function takeDelta({ id, delta }: MessageDelta): ReplyEvent[] {
    return delta.content.flatMap((piece, place) => {
      const block = textBlock(id, checkIndex(piece.index ?? place))
      block.value += piece.text?.value ?? piece.refusal ?? ''
      addAnnotations(block, piece)
      return [...takeOther(piece), ...tell(block, false)]
    })
  }

  function takeWhole({ id, content }: ThreadMessage): ReplyEvent[] {
    return content.flatMap((whole, index) => {
      const block = textBlock(id, checkIndex(index))
      const value = whole.text?.value ?? whole.refusal ?? ''
      if (value.length >= block.told) block.value = value
      addAnnotations(block, whole)
      return [...takeOther(whole), ...tell(block, true)]
    })
  }

  function textBlock(messageId: string, index: number): TextBlock {
    const blocks = messages.get(messageId) ?? new Map<number, TextBlock>()
    messages.set(messageId, blocks)
    const block = blocks.get(index) ?? {
      value: '',
      annotations: new Map<number, Annotation>(),
      told: 0,
      cited: new Set<Annotation>(),
    }
    blocks.set(index, block)
    return block
  }

  function addAnnotations(block: TextBlock, { text }: Block): void {
    for (const [place, annotation] of (text?.annotations ?? []).entries()) {
      const index = checkIndex(annotation.index ?? place)
      if (!block.annotations.get(index)?.text) block.annotations.set(index, annotation)
      const path = annotation.file_path?.file_id
      if (path) keepFile(path, annotation.text?.split('/').at(-1) || null)
    }
  }

  function keepFile(fileId: string, name: string | null): void {
    if (!files.has(fileId)) files.set(fileId, { fileId, name })
  }

  function takeOther({ type, image_file: image }: Block): ReplyEvent[] {
    if (image?.file_id) keepFile(image.file_id, null)
    if (['', 'text', 'refusal', 'image_file'].includes(type) || unknown.has(type)) return []
    unknown.add(type)
    return [{ type: 'warning', warning: { code: 'contentUnknown', subject: type.slice(0, 100) } }]
  }

  /** Tells the text as far as it is certain, with numbers in place of the markers of its sources. */
  function tell(block: TextBlock, isWhole: boolean): ReplyEvent[] {
    const placed = placeAnnotations(block.value, block.annotations.values())
    const end = isWhole ? block.value.length : shownLength(block.value, block.told, placed)
    const inside = placed
      .filter(({ start, end: last }) => start >= block.told && last <= end)
      .map((one) => ({ ...one, start: one.start - block.told, end: one.end - block.told }))
    const certain = placed.flatMap(({ end: last, annotation }) => (last <= end ? annotation : []))
    const known = new Set([...certain, ...(isWhole ? block.annotations.values() : [])])
    const citations = [...known]
      .filter((annotation) => !block.cited.has(annotation))
      .flatMap((annotation) => {
        block.cited.add(annotation)
        return cite(annotation)
      })
    const text = replaceAnnotations(block.value.slice(block.told, end), inside, toShown)
    block.told = end
    if (text === '') return citations
    const isNext = lastText !== undefined && lastText !== block
    lastText = block
    return [...(isNext ? [{ type: 'textEnd' } as const] : []), { type: 'text', text }, ...citations]
  }

  function cite(annotation: Annotation): ReplyEvent[] {
    const fileId = annotation.file_citation?.file_id
    if (!fileId) return []
    const number = numberIt(annotation)
    const passage = annotation.file_citation?.quote ?? ''
    return [{ type: 'citation', citation: { number, title: fileId, passage, source: fileId } }]
  }

  function numberIt({ file_citation: cited }: Annotation): number {
    const identity = JSON.stringify([cited?.file_id, cited?.quote ?? ''])
    return firstNumber - 1 + numberFor(identity)
  }

  function toShown(annotation: Annotation): string {
    if (annotation.file_citation?.file_id) return `[${String(numberIt(annotation))}]`
    // The file itself stands below the text.
    const path = annotation.file_path?.file_id
    return path ? (files.get(path)?.name ?? path) : (annotation.text ?? '')
  }

  return {
    takeDelta,
    takeWhole,
    rest: () =>
      [...messages.values()].flatMap((blocks) =>
        [...blocks.values()].flatMap((block) => tell(block, true)),
      ),
    files: () => [...files.values()],
  }
}

function checkIndex(index: number): number {
  if (index >= 0 && index <= maxIndex) return index
  throw new AppError('malformedAnswer', 'A part of the answer has an impossible place')
}
