import type { XmlElement } from '../archives/readXml.ts'

/** Knows which text is the number of a page, which a field of Word counts anew on each page. */
export interface WordFields {
  open: (name: string, attribute: XmlElement['attribute']) => void
  close: (name: string) => void
  /** Takes the text of a field's instruction. */
  instruction: (text: string) => void
  isPageNumber: () => boolean
}

interface Field {
  instruction: string
  isInResult: boolean
}

export function createWordFields(): WordFields {
  const fields: Field[] = []
  return {
    open(name, attribute) {
      if (name === 'fldSimple') {
        fields.push({ instruction: attribute('instr') ?? '', isInResult: true })
      }
      if (name !== 'fldChar') return
      const type = attribute('fldCharType')
      const field = fields.at(-1)
      if (type === 'begin') fields.push({ instruction: '', isInResult: false })
      else if (type === 'separate' && field) field.isInResult = true
      else if (type === 'end') fields.pop()
    },
    close(name) {
      if (name === 'fldSimple') fields.pop()
    },
    instruction(text) {
      const field = fields.at(-1)
      if (field) field.instruction += text
    },
    isPageNumber: () =>
      fields.some(
        ({ instruction, isInResult }) =>
          isInResult && /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction),
      ),
  }
}
