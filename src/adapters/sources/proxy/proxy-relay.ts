/**
 * Runs inside yt-dlp's sandbox, which has only a loopback interface: starts a program and relays one port to the socket
 * of the filtering proxy outside. Arguments: the socket, the port, the program and its own arguments. Exits as the
 * program does.
 */
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { noSuchProgram } from '../../../lib/tools/find-program.ts'

const [, , proxySocket = '', port = '', program = '', ...args] = process.argv

const server = createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ path: proxySocket, allowHalfOpen: true })
  near.on('error', () => far.destroy()).on('close', () => far.destroy())
  far.on('error', () => near.destroy()).on('close', () => near.destroy())
  near.pipe(far).pipe(near)
})

server.listen(Number(port), '127.0.0.1', () => {
  spawn(program, args, { stdio: 'inherit' })
    .on('error', (error) => {
      console.error(error.message)
      process.exit(noSuchProgram)
    })
    .on('exit', (exitCode, signal) => process.exit(exitCode ?? 128 + constants.signals[signal ?? 'SIGKILL']))
})
