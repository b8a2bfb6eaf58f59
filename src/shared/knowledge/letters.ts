/** Scripts written without spaces, or (Korean) with endings attached to the word. */
export const spaceless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]`
/** A letter, a digit, or a mark that belongs to one. Needs the regular expression flag v. */
export const letter = String.raw`[[\p{L}\p{N}\p{M}\p{Co}]--[\ufe0e\ufe0f]]`
/** The same, without letters of scripts without spaces. */
export const wordLetter = `[${letter}--${spaceless}]`
