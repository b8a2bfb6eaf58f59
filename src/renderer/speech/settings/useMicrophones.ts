import { useEffect, useState } from 'react'

export interface MicrophoneChoice {
  deviceId: string
  label: string
}

/** Chromium's own entries for the system's choice. */
const aliases = new Set(['', 'default', 'communications'])

/**
 * Returns the connected microphones; `refresh` asks again, because names appear with the
 * permission.
 */
export function useMicrophones(): [readonly MicrophoneChoice[], refresh: () => void] {
  const [microphones, setMicrophones] = useState<readonly MicrophoneChoice[]>([])
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    const { mediaDevices } = navigator
    let isCurrent = true
    const load = (): void => {
      mediaDevices
        .enumerateDevices()
        .then((devices) => {
          if (!isCurrent) return
          const inputs = devices.filter(({ kind }) => kind === 'audioinput')
          setMicrophones(inputs.filter(({ deviceId }) => !aliases.has(deviceId)))
        })
        .catch((error: unknown) => console.error('The microphones are not known', error))
    }
    load()
    mediaDevices.addEventListener('devicechange', load)
    return () => {
      isCurrent = false
      mediaDevices.removeEventListener('devicechange', load)
    }
  }, [revision])
  return [microphones, () => setRevision((before) => before + 1)]
}
