import { AppError } from '../../shared/errors.ts'

const connectMilliseconds = 20_000

export interface PeerOptions {
  microphone: MediaStream
  /** Exchanges this end's session description for the other's. */
  exchange: (offer: string) => Promise<string>
  onEvent: (data: unknown) => void
  /** Called when the connection is lost, other than by `close`. */
  onLost: () => void
}

/** The other end of a session, which hears the microphone and is heard. */
export interface Peer {
  send: (event: object) => void
  /** Mutes the other end. */
  silence: () => void
  close: () => void
}

/**
 * Opens the connection. Resolves once events can flow. Errors: connectionFailed, timeout, those of
 * `exchange`.
 */
export async function openPeer(options: PeerOptions): Promise<Peer> {
  const { microphone, exchange, onEvent, onLost } = options
  const connection = new RTCPeerConnection()
  const speaker = new Audio()
  const channel = connection.createDataChannel('oai-events')
  let isClosed = false
  const close = (): void => {
    isClosed = true
    speaker.srcObject = null
    connection.close()
  }
  const lose = (): void => {
    if (!isClosed) onLost()
  }
  connection.addEventListener('track', ({ streams, track }) => {
    speaker.srcObject = streams[0] ?? new MediaStream([track])
    speaker.play().catch((error: unknown) => console.error('The model is not heard', error))
  })
  for (const track of microphone.getTracks()) connection.addTrack(track, microphone)
  try {
    await connection.setLocalDescription()
    const sdp = await exchange(connection.localDescription?.sdp ?? '')
    await connection.setRemoteDescription({ type: 'answer', sdp })
    await untilOpen(connection, channel)
  } catch (error) {
    close()
    throw error
  }
  channel.addEventListener('message', ({ data }) => onEvent(data))
  channel.addEventListener('close', lose)
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'failed') lose()
  })
  return {
    send(event) {
      if (channel.readyState === 'open') channel.send(JSON.stringify(event))
    },
    silence() {
      speaker.muted = true
    },
    close,
  }
}

async function untilOpen(connection: RTCPeerConnection, channel: RTCDataChannel): Promise<void> {
  if (channel.readyState === 'open') return
  const opened = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => opened.reject(new AppError('timeout', 'No way to the other end was found in time')),
    connectMilliseconds,
  )
  channel.addEventListener('open', () => opened.resolve(), { once: true })
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState !== 'failed') return
    opened.reject(new AppError('connectionFailed', 'There is no way to the other end'))
  })
  try {
    await opened.promise
  } finally {
    clearTimeout(timer)
  }
}
