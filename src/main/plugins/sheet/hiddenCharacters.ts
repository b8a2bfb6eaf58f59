/** Characters that show nothing, hide others or change their order, but for line breaks and tabs. */
const hidden = /[^\P{C}\n\r\t]|\p{Default_Ignorable_Code_Point}/u
/** Joins emoji and letters of several scripts. Between Latin letters and the like it only hides. */
const joiner =
  /(?<=[^\s\p{ASCII}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\u200c\u200d](?=\S)|(?<=[\P{L}\u2139])[\ufe0e\ufe0f]/gu

const plain = /^[\x20-\x7e\n\r\t]*$/

/** Tells whether a text holds characters that its reader can't see. */
export function hasHiddenCharacters(text: string): boolean {
  // The patterns above take 50 ms for a megabyte; most texts are plain.
  return !plain.test(text) && hidden.test(text.replaceAll(joiner, ''))
}

/** Tells whether a name, which needs no joiners, holds characters that can't be seen. */
export function hidesInName(name: string): boolean {
  return /[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(name)
}
