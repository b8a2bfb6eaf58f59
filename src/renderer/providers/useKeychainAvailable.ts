import { useEffect, useState } from 'react'
import { api } from '../core/bridge.ts'

/** Tells whether keys outlive the session; true until main says otherwise. */
export function useKeychainAvailable(): boolean {
  const [available, setAvailable] = useState(true)
  useEffect(() => {
    api.secrets.status({}).then(
      (status) => setAvailable(status.keychainAvailable),
      () => setAvailable(true),
    )
  }, [])
  return available
}
