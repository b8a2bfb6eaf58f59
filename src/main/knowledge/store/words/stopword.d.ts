/** The package has no types. Its lists are named by ISO 639-3. */
declare module 'stopword' {
  type Words = readonly string[]
  export const ces: Words
  export const dan: Words
  export const deu: Words
  export const eng: Words
  export const fin: Words
  export const fra: Words
  export const hrv: Words
  export const hun: Words
  export const ind: Words
  export const ita: Words
  export const nld: Words
  export const nob: Words
  export const pol: Words
  export const por: Words
  export const ron: Words
  export const spa: Words
  export const swe: Words
  export const tur: Words
  export const vie: Words
}
