import { session } from '#api/session.ts';
import { publishConnectionState } from './connection-state.ts';
import { isLatencyShown, publishLatency } from './latency-state.ts';
import { measureLatency } from './measure-latency.ts';
import { adoptStatus, readStatus } from './server-status.ts';
import { createTradingSocket } from './trading-socket.ts';

/** The application's one trading socket. Nothing is opened until somebody subscribes or logs in. */
export const tradingSocket = createTradingSocket({ origin: window.location.origin, session });

let wasOpen = false;
tradingSocket.onStateChange(() => {
  const state = tradingSocket.state();
  publishConnectionState(state);
  // What was told while the connection was away must be asked for.
  if (state === 'open' && wasOpen) void readStatus();
  wasOpen ||= state === 'open';
});
tradingSocket.on('status', adoptStatus);
measureLatency({ socket: tradingSocket, isShown: isLatencyShown, publish: publishLatency });
