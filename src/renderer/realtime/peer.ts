import { AppError } from '../../shared/errors.ts'

const connectMilliseconds = 20_000

export interface PeerOptions {
  /** Exchanges this end's session description for the other's. */
  exchange: (offer: string) => Promise<string>
  onEvent: (data: unknown) => void
  /** Called once when the connection is lost, other than by `close`. */
  onLost: () => void
}

/** The other end of a session, which hears the microphone and is heard. */
export interface Peer {
  send: (event: object) => void
  /** Lets the other end hear a microphone; nothing with null. */
  hear: (track: MediaStreamTrack | null) => Promise<void>
  /** Mutes the other end. */
  silence: () => void
  close: () => void
}

/**
 * Opens the connection, without a microphone. Resolves once events can flow. Errors:
 * realtimeUnreachable, those of `exchange`.
 */
export async function openPeer({ exchange, onEvent, onLost }: PeerOptions): Promise<Peer> {
  const connection = new RTCPeerConnection()
  const speaker = new Audio()
  const channel = connection.createDataChannel('oai-events')
  const streams = [new MediaStream()]
  const { sender } = connection.addTransceiver('audio', { direction: 'sendrecv', streams })
  let isClosed = false
  const close = (): void => {
    isClosed = true
    speaker.srcObject = null
    connection.close()
  }
  const lose = (): void => {
    if (isClosed) return
    close()
    onLost()
  }
  connection.addEventListener('track', ({ streams: [stream], track }) => {
    speaker.srcObject = stream ?? new MediaStream([track])
    speaker.play().catch((error: unknown) => console.error('The model is not heard', error))
  })
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
    hear: (track) => sender.replaceTrack(track),
    silence() {
      speaker.muted = true
    },
    close,
  }
}

async function untilOpen(connection: RTCPeerConnection, channel: RTCDataChannel): Promise<void> {
  if (channel.readyState === 'open') return
  const opened = Promise.withResolvers<void>()
  const fail = (): void => {
    opened.reject(new AppError('realtimeUnreachable', 'There is no way to the other end'))
  }
  const timer = setTimeout(fail, connectMilliseconds)
  channel.addEventListener('open', () => opened.resolve(), { once: true })
  channel.addEventListener('close', fail, { once: true })
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'failed') fail()
  })
  try {
    await opened.promise
  } finally {
    clearTimeout(timer)
  }
}
