import { detect } from 'tinyld/light'

const sampleLength = 1000
const samples = 5

/** Returns the language of a text as two letters, such as `de`; empty if it can't be told. */
export function detectLanguage(text: string): string {
  const found = detect(sample(text))
  // The stemmer of Norwegian serves both of its written forms.
  return found === 'nb' ? 'no' : found
}

/** A title page or a licence may be in another language, so it takes pieces of the whole text. */
function sample(text: string): string {
  if (text.length <= sampleLength * samples) return text
  const step = Math.floor((text.length - sampleLength) / (samples - 1))
  return Array.from({ length: samples }, (_, index) =>
    text.slice(index * step, index * step + sampleLength),
  ).join('\n')
}
