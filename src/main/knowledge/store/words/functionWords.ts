// oxlint-disable-next-line typescript/triple-slash-reference -- the tests, a project of their own, need it too
/// <reference path="./stopword.d.ts" />
import {
  ces,
  dan,
  deu,
  eng,
  fin,
  fra,
  hrv,
  hun,
  ind,
  ita,
  nld,
  nob,
  pol,
  por,
  ron,
  spa,
  swe,
  tur,
  vie,
} from 'stopword'

const lists = {
  cs: ces,
  da: dan,
  de: deu,
  en: eng,
  es: spa,
  fi: fin,
  fr: fra,
  hr: hrv,
  hu: hun,
  id: ind,
  it: ita,
  nl: nld,
  no: nob,
  pl: pol,
  pt: por,
  ro: ron,
  sv: swe,
  tr: tur,
  vi: vie,
}

/** Frequent small words of languages in Latin letters, without single letters, which code has. */
export const functionWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(lists).map(([language, words]) => [
    language,
    new Set(words.filter((word) => word.length > 1)),
  ]),
)
