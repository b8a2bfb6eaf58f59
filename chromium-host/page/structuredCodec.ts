/** A JSON value that represents a structured-cloneable value. Arrays are `[tag, …]`. */
export type Encoded =
  | string
  | number
  | boolean
  | null
  | readonly Encoded[]
  | { readonly [key: string]: Encoded }

export interface Base64 {
  encode(bytes: Uint8Array): string
  /** Returns the bytes in a buffer of their own. */
  decode(text: string): Uint8Array<ArrayBuffer>
}

export interface StructuredCodec {
  /** Throws a DataCloneError for values that `structuredClone` refuses. */
  encode(value: unknown): Encoded
  decode(encoded: Encoded): unknown
}

/**
 * Creates the structured clone algorithm over JSON. It runs in main and, as source text, in pages,
 * so it refers to nothing outside itself. Data from pages is limited, in the direction `limited`:
 * pages encode it and main decodes it. Both throw a DataCloneError over the limit.
 */
export function structuredCodec(base64: Base64, limited: 'encode' | 'decode'): StructuredCodec {
  // Higher than the apps' own limits, which have errors of their own.
  const maxValues = 100_000
  const maxDepth = 200
  /** Characters of strings and bytes of buffers. */
  const maxSize = 200_000_000
  const maxDigits = 10_000
  const views = {
    BigInt64Array,
    BigUint64Array,
    DataView,
    Float32Array,
    Float64Array,
    Int16Array,
    Int32Array,
    Int8Array,
    Uint16Array,
    Uint32Array,
    Uint8Array,
    Uint8ClampedArray,
  }
  const errors: Record<string, ErrorConstructor> = {
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  }
  const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)
  const refusal = (what: unknown): Error =>
    new DOMException(`${String(what)} could not be cloned.`, 'DataCloneError')

  let values = 0
  let depth = 0
  let size = 0
  const begin = (): void => {
    values = 0
    depth = 0
    size = 0
  }
  const count = (way: typeof limited, length: number): void => {
    if (way === limited && (size += length) > maxSize) throw refusal('So large a value')
  }
  const enter = (way: typeof limited): void => {
    if (way === limited && (++values > maxValues || ++depth > maxDepth)) {
      throw refusal('So large a value')
    }
  }
  const leave = (way: typeof limited): void => {
    if (way === limited) depth -= 1
  }

  const encodeNumber = (value: number): Encoded =>
    Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : ['n', Object.is(value, -0) ? '-0' : String(value)]

  const encodeProperties = (value: object, seen: Map<object, number>): Record<string, Encoded> => {
    const properties: Record<string, Encoded> = Object.create(null) as Record<string, Encoded>
    for (const key of Object.keys(value)) {
      count('encode', key.length)
      properties[key] = encode((value as Record<string, unknown>)[key], seen)
    }
    return properties
  }

  const encodeError = (error: Error, seen: Map<object, number>): Encoded => {
    const cause = 'cause' in error ? [encode(error.cause, seen)] : []
    return [
      'e',
      error.name in errors ? error.name : 'Error',
      String(error.message),
      String(error.stack ?? ''),
      ...cause,
    ]
  }

  const encodeBytes = (bytes: Uint8Array): string => {
    count('encode', bytes.length)
    return base64.encode(bytes)
  }

  const encodeView = (view: ArrayBufferView, tag: string): Encoded => [
    'v',
    tag in views ? tag : 'Uint8Array',
    encodeBytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength)),
  ]

  const encodeObject = (value: object, seen: Map<object, number>): Encoded => {
    const known = seen.get(value)
    if (known !== undefined) return ['#', known]
    seen.set(value, seen.size)
    if (Array.isArray(value)) return ['l', ...Array.from(value, (item) => encode(item, seen))]
    const tag = tagOf(value)
    if (ArrayBuffer.isView(value)) return encodeView(value, tag)
    switch (tag) {
      case 'Object':
        return encodeProperties(value, seen)
      case 'Date':
        return ['d', encodeNumber((value as Date).getTime())]
      case 'RegExp':
        return ['r', (value as RegExp).source, (value as RegExp).flags]
      case 'Map':
        return [
          'm',
          ...Array.from(value as Map<unknown, unknown>, ([k, v]) => [
            encode(k, seen),
            encode(v, seen),
          ]),
        ]
      case 'Set':
        return ['s', ...Array.from(value as Set<unknown>, (item) => encode(item, seen))]
      case 'Error':
      case 'DOMException':
        return encodeError(value as Error, seen)
      case 'ArrayBuffer':
        return ['a', encodeBytes(new Uint8Array(value as ArrayBuffer))]
      case 'Boolean':
      case 'Number':
      case 'String':
      case 'BigInt':
        return ['o', encode(value.valueOf(), seen)]
      default:
        throw refusal(`[object ${tag}]`)
    }
  }

  const encode = (value: unknown, seen: Map<object, number>): Encoded => {
    enter('encode')
    const encoded = encodeValue(value, seen)
    leave('encode')
    return encoded
  }

  const encodeValue = (value: unknown, seen: Map<object, number>): Encoded => {
    switch (typeof value) {
      case 'string':
        count('encode', value.length)
        return value
      case 'boolean':
        return value
      case 'number':
        return encodeNumber(value)
      case 'undefined':
        return ['u']
      case 'bigint':
        return ['b', value.toString()]
      case 'object':
        return value === null ? null : encodeObject(value, seen)
      default:
        throw refusal(value)
    }
  }

  const decodeError = (parts: readonly Encoded[], seen: unknown[]): Error => {
    const [, name, message, stack] = parts as [string, string, string, string]
    const error = new (errors[name] ?? Error)(message)
    seen.push(error)
    Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true })
    if (parts.length > 4) {
      const cause = decode(parts[4]!, seen)
      Object.defineProperty(error, 'cause', { value: cause, writable: true, configurable: true })
    }
    return error
  }

  const decodeView = (name: string, text: string): ArrayBufferView => {
    if (!Object.hasOwn(views, name)) throw refusal(name)
    count('decode', text.length)
    const View = views[name as 'Uint8Array']
    return new View(base64.decode(text).buffer)
  }

  const decodeCollection = (parts: readonly Encoded[], seen: unknown[]): unknown => {
    const [tag, ...items] = parts
    if (tag === 'l') {
      const list: unknown[] = []
      seen.push(list)
      for (const item of items) list.push(decode(item, seen))
      return list
    }
    if (tag === 's') {
      const set = new Set<unknown>()
      seen.push(set)
      for (const item of items) set.add(decode(item, seen))
      return set
    }
    const map = new Map<unknown, unknown>()
    seen.push(map)
    for (const [key, value] of items as [Encoded, Encoded][]) {
      const decodedKey = decode(key, seen)
      map.set(decodedKey, decode(value, seen))
    }
    return map
  }

  const decodeTagged = (parts: readonly Encoded[], seen: unknown[]): unknown => {
    const [tag, first, second] = parts as [string, string, string]
    const keep = <T>(value: T): T => {
      seen.push(value)
      return value
    }
    switch (tag) {
      case 'u':
        return undefined
      case 'n':
        return Number(first)
      case 'b':
        if (limited === 'decode' && first.length > maxDigits) throw refusal('So large a value')
        return BigInt(first)
      case '#':
        return seen[Number(first)]
      case 'd':
        return keep(new Date(Number(decode(parts[1]!, seen))))
      case 'r':
        return keep(new RegExp(first, second))
      case 'a':
        count('decode', first.length)
        return keep(base64.decode(first).buffer)
      case 'v':
        return keep(decodeView(first, second))
      case 'o':
        return keep(Object(decode(parts[1]!, seen)) as unknown)
      case 'e':
        return decodeError(parts, seen)
      default:
        return decodeCollection(parts, seen)
    }
  }

  const decode = (encoded: Encoded, seen: unknown[]): unknown => {
    enter('decode')
    const value = decodeValue(encoded, seen)
    leave('decode')
    return value
  }

  const decodeValue = (encoded: Encoded, seen: unknown[]): unknown => {
    if (typeof encoded === 'string') count('decode', encoded.length)
    if (typeof encoded !== 'object' || encoded === null) return encoded
    if (Array.isArray(encoded)) return decodeTagged(encoded as readonly Encoded[], seen)
    const object: Record<string, unknown> = {}
    seen.push(object)
    for (const [key, value] of Object.entries(encoded)) {
      count('decode', key.length)
      const property = {
        value: decode(value, seen),
        writable: true,
        enumerable: true,
        configurable: true,
      }
      Object.defineProperty(object, key, property)
    }
    return object
  }

  return {
    encode: (value) => {
      begin()
      return encode(value, new Map())
    },
    decode: (encoded) => {
      begin()
      return decode(encoded, [])
    },
  }
}
