import { z } from 'zod'

/** A request with one reply. Main parses input and output. */
export interface Method<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'method'
  input: Input
  output: Output
}

/** A request that returns many frames. Each stream has its own MessagePort. */
export interface Stream<Input extends z.ZodType = z.ZodType, Frame extends z.ZodType = z.ZodType> {
  kind: 'stream'
  input: Input
  frame: Frame
  /** Joins two neighbouring frames if that loses nothing; else returns undefined. */
  join?: (first: z.output<Frame>, second: z.output<Frame>) => z.output<Frame> | undefined
}

/** A notification from main to every window. */
export interface Event<Payload extends z.ZodType = z.ZodType> {
  kind: 'event'
  payload: Payload
}

export type Definition = Method | Stream | Event
export type Feature = Record<string, Definition>
export type Contract = Record<string, Feature>

/** The input or output of a method, stream or event that has none. */
export const nothing = z.object({})

export function method<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Method<Input, Output> {
  return { kind: 'method', input, output }
}

export function stream<Input extends z.ZodType, Frame extends z.ZodType>(
  input: Input,
  frame: Frame,
  join?: NonNullable<Stream<Input, Frame>['join']>,
): Stream<Input, Frame> {
  return join ? { kind: 'stream', input, frame, join } : { kind: 'stream', input, frame }
}

export function event<Payload extends z.ZodType>(payload: Payload): Event<Payload> {
  return { kind: 'event', payload }
}

/** The sender of a call, taken from the IPC event, never from the input. */
export interface Caller {
  /** The webContents id. It is stable for the life of the window. */
  windowId: number
}

type MethodHandler<D> =
  D extends Method<infer Input, infer Output>
    ? (input: z.output<Input>, caller: Caller) => Promise<z.input<Output>> | z.input<Output>
    : never

type StreamHandler<D> =
  D extends Stream<infer Input, infer Frame>
    ? (input: z.output<Input>, signal: AbortSignal, caller: Caller) => AsyncIterable<z.input<Frame>>
    : never

type KeysOf<F, Kind> = { [Name in keyof F]: F[Name] extends Kind ? Name : never }[keyof F]

/** The methods and streams of one feature that main must implement. */
export type FeatureHandlers<F> = {
  [Name in KeysOf<F, Method>]: MethodHandler<F[Name]>
} & {
  [Name in KeysOf<F, Stream>]: StreamHandler<F[Name]>
}

/** The handlers of all features: the complete attack surface that the page can reach. */
export type Handlers<C> = { [Name in keyof C]: FeatureHandlers<C[Name]> }

type FeatureClient<F> = {
  [Name in KeysOf<F, Method>]: F[Name] extends Method<infer Input, infer Output>
    ? (input: z.input<Input>) => Promise<z.output<Output>>
    : never
} & {
  [Name in KeysOf<F, Stream>]: F[Name] extends Stream<infer Input, infer Frame>
    ? (input: z.input<Input>, signal?: AbortSignal) => AsyncIterable<z.output<Frame>>
    : never
} & {
  [Name in KeysOf<F, Event>]: F[Name] extends Event<infer Payload>
    ? (listener: (payload: z.output<Payload>) => void) => () => void
    : never
}

/**
 * The renderer's API: a method returns a promise, a stream yields frames, an event is subscribed
 * to.
 */
export type Client<C> = { [Name in keyof C]: FeatureClient<C[Name]> }

/** Sends an event of a feature to every window. */
export type Broadcast<F> = <Name extends KeysOf<F, Event>>(
  name: Name,
  payload: F[Name] extends Event<infer Payload> ? z.input<Payload> : never,
) => void
