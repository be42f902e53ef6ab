/**
 * Program for `node -e` whose clients treat a server badly. Arguments: HOST PORT REQUEST CLIENTS SECONDS HOW. HOW is
 * one of: `send` a byte every half second (every other client only of the body, after the headers at once), read
 * `nothing`, read a `kilobyte` a second, or `stop` in the middle of an answer and leave, 40 clients at a time. It
 * prints JSON: the number of answers by status (`statuses`), the number of connections that closed (`closed`), the
 * seconds that the longest of them was open (`longestSeconds`), and the number of clients still there at the end
 * (`left`).
 */
export const SLOW_CLIENTS = `
const { connect } = require('node:net');
const [host, port, request, clients, seconds, how] = process.argv.slice(1);
const told = { statuses: {}, closed: 0, longestSeconds: 0, left: Number(clients) };
const end = () => process.exit(console.log(JSON.stringify(told)));
let begun = 0;
const start = () => {
  if (begun++ >= Number(clients)) return;
  const fromMs = performance.now();
  const socket = connect(Number(port), host);
  let status = '';
  let bytes = 0;
  const take = (chunk) => {
    if (chunk === null) return;
    bytes += chunk.length;
    if (status !== '') return;
    status = chunk.toString('latin1', 9, 12);
    told.statuses[status] = (told.statuses[status] ?? 0) + 1;
  };
  // A paused socket notices that the server has closed it only when it writes, so clients that read nothing write line
  // breaks.
  const ways = {
    send: { at: begun % 2 === 0 ? 1 : request.indexOf('\\r\\n\\r\\n') + 4, everyMs: 500, turn: () => way.at < request.length && socket.write(request[way.at++]) },
    nothing: { at: request.length, everyMs: 100, turn: () => socket.write('\\r\\n') },
    kilobyte: { at: request.length, everyMs: 1000, turn: () => take(socket.read(Math.min(1024, socket.readableLength))) },
    stop: { at: request.length, everyMs: 20, turn: () => bytes > most && socket.destroy() },
  };
  const way = ways[how];
  const most = Math.random() * 600_000;
  socket.write(request.slice(0, way.at));
  if (how === 'nothing') socket.pause();
  else if (how !== 'kilobyte') socket.on('data', (chunk) => (take(chunk), how === 'stop' && bytes > most && socket.pause()));
  const timer = setInterval(way.turn, way.everyMs);
  socket.on('error', () => undefined).once('close', () => {
    clearInterval(timer);
    told.closed++;
    told.longestSeconds = Math.max(told.longestSeconds, (performance.now() - fromMs) / 1000);
    if (--told.left === 0) end();
    if (how === 'stop') setImmediate(start);
  });
};
for (let i = 0; i < (how === 'stop' ? 40 : Number(clients)); i++) start();
setTimeout(end, 1000 * Number(seconds));
`;
