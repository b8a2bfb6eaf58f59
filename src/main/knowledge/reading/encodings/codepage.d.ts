/** The tables of encodings with one byte a character. The package types only its other entry. */
declare module 'codepage/dist/sbcs.full.js' {
  /** By the numbers that Microsoft gave them. `dec` has a character for each byte. */
  const tables: Readonly<Record<number, { dec: readonly string[] }>>
  export default tables
}
