/**
 * Node's `http`. An import of it would make each of its exports, one of which reads undici: that
 * takes 16 ms of every start.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http')
