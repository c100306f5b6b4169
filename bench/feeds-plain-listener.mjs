// A follower of a socket that costs next to nothing: it speaks the protocol over a plain connection and reads little more than the headers of frames, because a
// client library would cost as much processor as what is measured.
import { connect } from 'node:net';

const opcodes = { text: 1, ping: 9, pong: 10 };
const headEnd = Buffer.from('\r\n\r\n');
const sequenceStart = '{"sequence":'.length;

/** A short frame as clients send it: masked, with a mask of zeros, which leaves the payload as it is. */
function clientFrame(opcode, payload) {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

/** The sequence stands first in a message. */
function sequenceOf(payload) {
  let sequence = 0;
  for (let at = sequenceStart; payload[at] >= 48 && payload[at] <= 57; at += 1)
    sequence = sequence * 10 + payload[at] - 48;
  return sequence;
}

/** The frame at the beginning of what was received, or nothing while it is not there as a whole. Servers do not mask. */
function readFrame(received) {
  if (received.length < 2) return undefined;
  const short = received[1];
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (received.length < start) return undefined;
  const length = short < 126 ? short : received.readUIntBE(start === 4 ? 2 : 4, start === 4 ? 2 : 6);
  if (received.length < start + length) return undefined;
  return { opcode: received[0] & 15, payload: received.subarray(start, start + length), end: start + length };
}

/**
 * Connects from an address, sends the command, and tells of each message its sequence and its bytes.
 * @param {{ port: number, path: string, localAddress: string, command: object, onMessage: (sequence: number, payload: Buffer) => void }} task
 */
export function listenPlainly({ port, path, localAddress, command, onMessage }) {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  let received = Buffer.alloc(0);
  let isOpen = false;

  function openWith(end) {
    const head = received.latin1Slice(0, end);
    if (!head.startsWith('HTTP/1.1 101')) throw new Error(head);
    isOpen = true;
    received = received.subarray(end + headEnd.length);
    socket.write(clientFrame(opcodes.text, Buffer.from(JSON.stringify(command))));
  }

  function readFrames() {
    for (let frame = readFrame(received); frame !== undefined; frame = readFrame(received)) {
      if (frame.opcode === opcodes.text) onMessage(sequenceOf(frame.payload), frame.payload);
      else if (frame.opcode === opcodes.ping) socket.write(clientFrame(opcodes.pong, frame.payload));
      else throw new Error(`The server sent ${frame.opcode} ${frame.payload.toString('hex')}.`);
      received = received.subarray(frame.end);
    }
  }

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = isOpen ? -1 : received.indexOf(headEnd);
    if (end >= 0) openWith(end);
    if (isOpen) readFrames();
  });
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  return socket;
}
