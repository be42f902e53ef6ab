/** Programs of Node, run by `node -e` where packets are small, that treat a server badly. They print what became of it as JSON. */

/** Takes HOST PORT REQUEST READERS; each reads 1 KB a second. Tells how many began, and with which status. */
export const READER = `
const { connect } = require('node:net');
const [host, port, request, readers] = process.argv.slice(1);
const statuses = {};
for (let i = 0; i < Number(readers); i++) {
  const socket = connect(Number(port), host, () => socket.write(request));
  let begun = false;
  socket.on('error', () => undefined);
  setInterval(() => {
    const chunk = socket.read(Math.min(1024, socket.readableLength));
    if (chunk === null || begun) return;
    begun = true;
    const status = chunk.toString('latin1', 9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }, 1000);
}
setInterval(() => console.log(JSON.stringify(statuses)), 5000);
`;

/** Takes HOST PORT REQUEST READERS AT_A_TIME; each stops in the middle. Tells how many stopped, and how many were refused, when all have. */
export const STOPPER = `
const { connect } = require('node:net');
const [host, port, request, readers, atATime] = process.argv.slice(1);
let left = Number(readers);
const told = { stopped: 0, refused: 0, other: 0 };
const next = () => {
  if (left-- <= 0) return;
  const most = 1 + Math.floor(Math.random() * 600_000);
  let bytes = 0;
  let status = '';
  const socket = connect(Number(port), host, () => socket.write(request));
  const end = () => socket.destroy();
  const timer = setTimeout(end, 20_000);
  socket.on('error', () => undefined).on('data', (chunk) => {
    status ||= chunk.toString('latin1', 9, 12);
    bytes += chunk.length;
    if (status !== '200') return end();
    if (bytes < most || socket.isPaused()) return;
    socket.pause();
    setTimeout(end, Math.random() < 0.5 ? 0 : 2000);
  });
  socket.on('close', () => {
    clearTimeout(timer);
    told[status === '200' ? 'stopped' : status === '503' ? 'refused' : 'other']++;
    setImmediate(next);
  });
};
for (let i = 0; i < Number(atATime); i++) next();
process.on('exit', () => console.log(JSON.stringify(told)));
`;

/**
 * Takes HOST PORT REQUEST CLIENTS SECONDS; each sends its request a byte every half second, and the odd ones a body that way.
 * Tells how many got which status, and how many seconds after they came the last one was gone; `left` are still there.
 */
export const SENDER = `
const { connect } = require('node:net');
const [host, port, request, clients, seconds] = process.argv.slice(1);
const told = { statuses: {}, closed: 0, longest: 0, left: Number(clients) };
for (let i = 0; i < Number(clients); i++) {
  const fromMs = performance.now();
  const socket = connect(Number(port), host);
  let at = i % 2 === 0 ? 0 : request.indexOf('\\r\\n\\r\\n') + 4;
  if (at > 0) socket.write(request.slice(0, at));
  const timer = setInterval(() => at < request.length && socket.write(request[at++]), 500);
  socket.once('data', (chunk) => {
    const status = chunk.toString('latin1', 9, 12);
    told.statuses[status] = (told.statuses[status] ?? 0) + 1;
  });
  socket.on('error', () => undefined).on('close', () => {
    clearInterval(timer);
    told.closed++;
    told.left--;
    told.longest = Math.max(told.longest, (performance.now() - fromMs) / 1000);
  });
}
setTimeout(() => process.exit(console.log(JSON.stringify(told))), 1000 * Number(seconds));
`;

/** Takes HOST PORT REQUEST CLIENTS SECONDS; each reads nothing of its answer. Tells as SENDER does. */
export const STALLER = `
const { connect } = require('node:net');
const [host, port, request, clients, seconds] = process.argv.slice(1);
const told = { closed: 0, longest: 0, left: Number(clients) };
for (let i = 0; i < Number(clients); i++) {
  const fromMs = performance.now();
  const socket = connect(Number(port), host, () => socket.write(request)).pause();
  const gone = () => {
    clearInterval(timer);
    told.closed++;
    told.left--;
    told.longest = Math.max(told.longest, (performance.now() - fromMs) / 1000);
  };
  // A socket that is not read is not told that it was closed, but by what it writes.
  const timer = setInterval(() => socket.write('\\r\\n'), 100);
  socket.on('error', () => undefined).once('close', gone);
}
setTimeout(() => process.exit(console.log(JSON.stringify(told))), 1000 * Number(seconds));
`;
