import { SaxesParser } from 'saxes'
import { AppError } from '../../../../shared/errors.ts'

/** An element without the prefix of its name space. */
export interface XmlElement {
  name: string
  /** Returns an attribute by its name without prefix. */
  attribute: (name: string) => string | undefined
}

export interface XmlHandlers {
  open?: (element: XmlElement) => void
  text?: (text: string) => void
  close?: (name: string) => void
  /** Ends the reading early. */
  isDone?: () => boolean
}

/** No honest document is deeper. */
const maxDepth = 1000

/**
 * Reads XML piece by piece. Entities of the file's own stay as they are: a few lines of them can
 * grow to gigabytes. Errors: documentDamaged.
 */
export async function readXml(
  pieces: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser({ position: false })
  let depth = 0
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > maxDepth) throw new AppError('documentDamaged', 'It is nested too deeply')
    const attributes = tag.attributes as Record<string, string>
    handlers.open?.({
      name: localName(tag.name),
      attribute: (name) => attributes[name] ?? byLocalName(attributes, name),
    })
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    handlers.close?.(localName(tag.name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  let failure: Error | undefined
  parser.on('error', (error) => (failure ??= error))
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece))
    parser.write(decoder.decode(piece, { stream: true }))
    // saxes goes on after an error, but its events are unreliable from there.
    if (failure) throw new AppError('documentDamaged', 'Its XML is damaged', {}, failure)
    if (handlers.isDone?.()) return
  }
  // A part that is missing is empty.
  if (decoder) parser.close()
  if (failure) throw new AppError('documentDamaged', 'Its XML is damaged', {}, failure)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function byLocalName(
  attributes: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  const found = Object.keys(attributes).find((key) => key.endsWith(`:${name}`))
  return found === undefined ? undefined : attributes[found]
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}
