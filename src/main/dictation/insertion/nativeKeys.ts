/** Sends key events of the operating system. */
export interface NativeKeys {
  press: (key: 'C' | 'V', modifier: 'Ctrl' | 'Meta') => Promise<void>
}

/** Creates native keys based on uiohook, which is loaded at the first press. */
export function createNativeKeys(): NativeKeys {
  return {
    async press(key, modifier) {
      const { uIOhook, UiohookKey } = await import('uiohook-napi')
      uIOhook.keyTap(UiohookKey[key], [UiohookKey[modifier]])
    },
  }
}
