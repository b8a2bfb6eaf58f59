import { probed } from './strict.ts'

/**
 * Returns a proxy of a module or class of Electron that is usable only once the app is ready: until
 * then its members, or making one of it, throw `message`.
 */
export function afterReady<T extends object>(
  target: T,
  isReady: () => boolean,
  message: string,
): T {
  const check = (): void => {
    if (!isReady()) throw new Error(message)
  }
  return new Proxy(target, {
    get(object, key, receiver) {
      // The members of a class say what is there, and nothing is before ready.
      if (typeof target !== 'function' && typeof key === 'string' && !probed.has(key)) check()
      return Reflect.get(object, key, receiver) as unknown
    },
    construct(made, args, newTarget) {
      check()
      return Reflect.construct(made as new () => object, args, newTarget) as object
    },
  })
}
