import { expect, test } from 'vitest'
import { charactersOfKeymap } from '../../../../src/main/dictation/insertion/keyboardLayout.ts'

/** Keys as xkbcomp writes them for the layouts German and Russian. */
const keymap = `xkb_keymap {
xkb_types "complete" { modifiers= Shift+LevelThree; map[Shift]= Level2; };
xkb_symbols "pc+de+ru:2+inet(evdev)" {
    name[group1]="German";
    key  <ESC> {         [          Escape ] };
    key <TLDE> {
        type= "FOUR_LEVEL",
        symbols[Group1]= [ dead_circumflex, degree, U2032, U2033 ]
    };
    key <AD03> {
        type[group1]= "FOUR_LEVEL_ALPHABETIC",
        symbols[Group1]= [ e, E, EuroSign, 0x10020ac ],
        symbols[Group2]= [ Cyrillic_u, Cyrillic_U ]
    };
    key <AC10> { [ odiaeresis, Odiaeresis, dead_doubleacute, dead_belowdot, abreve ] };
    key <AE11> { [ ssharp, question, backslash, questiondown ] };
    key <AC01> { [ aogonek, Lcaron, numerosign, Cyrillic_IO ] };
};
};`

test('the characters of all layouts of a keyboard', () => {
  expect([...charactersOfKeymap(keymap)].toSorted().join('')).toBe('?E\\e°¿ÖßöąĽЁУу′″€№')
})

test('a dead key is no character, nor is a level that Shift and AltGr do not reach', () => {
  const characters = charactersOfKeymap(keymap)
  for (const character of '^ă') expect(characters.has(character)).toBe(false)
})

test('an answer that is no keymap has no characters', () => {
  expect(charactersOfKeymap('').size).toBe(0)
})
