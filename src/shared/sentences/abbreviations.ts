/**
 * Words with a full stop that end no sentence, because a name, a number or more of it follows.
 * Those that often end one (etc., usw., Inc., p.m., и др.) are not here: before a lower-case letter
 * none ends it.
 */
const byLanguage = {
  english:
    'mr mrs ms dr prof rev hon gen sen rep gov lt col sgt capt cmdr st mt messrs vs no nos fig figs vol vols ch sec eq ed eds pp approx est dept e.g i.e cf ca al tel ext viz resp',
  german:
    'hr hrn fr frl dipl ing mag med nr nrn abb bd bde kap abs art bzw ca vgl inkl exkl zzgl abzgl ggf evtl sog bspw insb max min mind tel str z d i u v o s vsl gem lt exkl ebd hrsg aufl jhd',
  spanish:
    'sr sra srta sres dr dra d dña lic arq ing prof pág págs núm art cap aprox p.ej av avda tel ee aa ff',
  french: 'm mm mme mmes mlle dr pr me p.ex ex env av bd art chap vol éd réf tél cf',
  portuguese: 'sr sra srta dr dra prof profa eng pág págs núm art cap aprox p.ex av tel',
  russian: 'им ул пр пл рис табл стр см ср т.е т.к т.н т.о напр проф акад обл н.э ок гр гос ред',
  arabic: 'د أ م ص ج هـ ق.م',
} as const

/** Units, which what is counted follows or a new sentence: 3 Mio. Euro. */
const units: ReadonlySet<string> = new Set('mio mrd tsd mill руб тыс млн млрд г гг р'.split(' '))
const known: ReadonlySet<string> = new Set(Object.values(byLanguage).join(' ').split(' '))

/** Months and what else is counted, in the languages that write ordinals with a full stop. */
const counted =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahrhundert|jahrtausend|jahrestag|geburtstag|weltkrieg|klasse|stock|stockwerk|etage|obergeschoss|platz|kapitel|auflage|runde|liga|quartal|semester|mal|tag|woche|monat|januar|spieltag|stelle|teil|akt|satz)/i
const beforeOrdinal =
  /(?:^|\s)(?:am|vom|zum|zur|bis|ab|seit|dem|den|der|die|das|des|im|beim|jede[rns]?|erst|nach)\s+\d{1,3}\.\s*$/i
/** Words that begin a sentence far more often than they are a name behind an initial. */
const sentenceStart =
  /^(?:the|this|that|these|those|it|its|he|she|we|they|you|if|in|on|at|for|and|but|so|then|there|when|while|as|a|an|is|are|not|however|der|die|das|es|er|sie|wir|ihr|ich|und|aber|dann|wenn|ein|eine|im|in|el|la|los|las|un|una|en|y|pero|si|le|les|une|des|il|elle|ils|et|mais|o|os|as|um|uma|e|mas|это|он|она|они|мы|вы|но|и|в|на|если)(?![\p{L}\p{N}])/iu

/**
 * Tells whether a full stop at the end of `before` belongs to an abbreviation, an initial or an
 * ordinal, with `after` as the text that goes on.
 */
export function isAbbreviated(before: string, after: string): boolean {
  const word = /(?:^|[\s([{"'„“«‚‘/–—-])([\p{L}\p{M}\d][\p{L}\p{M}\d.\s]*?)\.\s*$/u.exec(
    before.slice(-24),
  )?.[1]
  if (word === undefined) return false
  const last = word.split(/\s/).at(-1) ?? ''
  if (/^\d{1,3}$/.test(last)) return beforeOrdinal.test(before) || counted.test(after)
  if (known.has(last.toLowerCase())) return !isName(last) || !sentenceStart.test(after)
  if (units.has(last.toLowerCase())) return !sentenceStart.test(after)
  // An initial: J. R. R. Tolkien, z. B., т. е.
  return /^\p{L}$/u.test(last) && !sentenceStart.test(after)
}

/** One capital may also be a name that ends a sentence: plan D. */
function isName(word: string): boolean {
  return /^\p{Lu}$/u.test(word)
}
