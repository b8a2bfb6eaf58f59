/** A key or a personal detail within a text. */
export interface PrivateDetail {
  code: 'key' | 'personal'
  /** A masked form, which tells the user where to look. */
  value: string
}

/** Shapes of keys, by the prefixes that their issuers publish. */
const keyShapes = new RegExp(
  [
    '-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----',
    String.raw`\bsk-(?:ant-|proj-|svcacct-|admin-|or-v1-)?[\w-]{20,}`,
    String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
    String.raw`\bgh[pousr]_[A-Za-z0-9]{36,}`,
    String.raw`\bgithub_pat_\w{40,}`,
    String.raw`\bglpat-[\w-]{20,}`,
    String.raw`\bxox[abeprs]-[\w-]{10,}`,
    String.raw`\bAIza[\w-]{35}`,
    String.raw`\b(?:tgp_v1_|fw_|gsk_|xai-|hf_|pplx-|r8_)[\w-]{20,}`,
    String.raw`\b[rs]k_live_\w{16,}`,
    String.raw`\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`,
  ].join('|'),
  'g',
)
const mailAddress = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*\.[a-z]{2,24}\b/gi
const digitGroups = /\b\d(?:[ -]?\d){12,18}\b/g
/** Domains that are reserved for examples. */
const exampleDomain = /@(?:[\w-]+\.)*example(?:\.(?:com|org|net))?$|\.(?:test|invalid)$/i
const shownLength = 6

/** Finds keys, mail addresses and numbers of payment cards in a text. */
export function findPrivate(text: string): PrivateDetail[] {
  const keys = (text.match(keyShapes) ?? []).map((key) => detail('key', mask(key)))
  const mails = text.includes('@') ? (text.match(mailAddress) ?? []) : []
  const cards = (text.match(digitGroups) ?? []).filter(isCardNumber)
  return [
    ...keys,
    ...mails.filter((mail) => !exampleDomain.test(mail)).map((mail) => detail('personal', mail)),
    ...cards.map((card) => detail('personal', mask(card))),
  ]
}

function detail(code: PrivateDetail['code'], value: string): PrivateDetail {
  return { code, value: value.slice(0, 100) }
}

function mask(secret: string): string {
  return `${secret.slice(0, shownLength)}…`
}

/** Checks the length and the check digit (Luhn) of a card's number. */
function isCardNumber(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number).toReversed()
  if (new Set(digits).size === 1) return false
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
