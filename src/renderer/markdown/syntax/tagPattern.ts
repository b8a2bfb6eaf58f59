const name = '[A-Za-z][A-Za-z0-9-]*'
const value = `(?:[^"'=<>\`\\x00-\\x20]+|'[^']*'|"[^"]*")`
const attributeName = '[a-zA-Z_:][a-zA-Z0-9:._-]*'
const attribute = `(?:\\s+${attributeName}(?:\\s*=\\s*${value})?)`

/** Source of a pattern for an opening tag; source: CommonMark 0.31.2, 6.6. */
export const openingTag = `<${name}${attribute}*\\s*/?>`
export const closingTag = `</${name}\\s*>`

/** Source of a pattern for an attribute in a tag: its name, and its value with the sign before it. */
export const namedAttribute = `\\s+(${attributeName})(\\s*=\\s*${value})?`
