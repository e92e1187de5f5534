/** A fastify that does nothing but send: the measure for bench/api.ts. Takes its answers on standard input. */
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { findAnswer, gifAnswer } from '../src/http/api/schemas.ts'

const answers = JSON.parse(await text(process.stdin)) as { gif: string; find: string }
const [gif, find] = [JSON.parse(answers.gif), JSON.parse(answers.find)]
const app = fastify()
app.get('/gif', { schema: { response: { 200: gifAnswer } } }, async () => gif)
app.post('/find', { schema: { response: { 200: findAnswer } } }, async () => find)
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
