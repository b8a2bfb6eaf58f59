import type { Encoded } from './structuredCodec.ts'

/** A message of a port in transit between processes. `ports` holds the ids of transferred ports. */
export interface PortPost {
  data: Encoded
  ports: number[]
}

/** A message from main to a document's preload world. */
export type ToPage =
  | { type: 'event'; channel: string; args: Encoded; ports: number[] }
  | { type: 'reply'; id: number; value: Encoded }
  | { type: 'failure'; id: number; message: string }
  | { type: 'port'; port: number; post: PortPost }
  | { type: 'portClosed'; port: number }
  | { type: 'verdict'; id: number }
  | { type: 'accelerators'; keys: string[] }
  | { type: 'zoom'; factor: number }

/** A message from a document's preload world to main. */
export type FromPage =
  | { type: 'hello'; url: string; origin: string }
  | { type: 'send'; channel: string; args: Encoded }
  | { type: 'invoke'; id: number; channel: string; args: Encoded }
  | { type: 'post'; channel: string; post: PortPost }
  | { type: 'port'; port: number; post: PortPost }
  | { type: 'portClosed'; port: number }
  | { type: 'ask'; id: number; permission: string; details: Encoded }
  | { type: 'accelerator'; key: string }
  | { type: 'navigation'; url: string }
  | { type: 'focus' | 'blur' | 'resize' }
  | { type: 'preloadError'; stack: string }
