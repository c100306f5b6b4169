import { session } from '#api/session.ts';
import { publishConnectionState } from './connection-state.ts';
import { isLatencyShown, publishLatency } from './latency-state.ts';
import { measureLatency } from './measure-latency.ts';
import { createTradingSocket } from './trading-socket.ts';

/** The application's one trading socket. Nothing is opened until somebody subscribes or logs in. */
export const tradingSocket = createTradingSocket({ origin: window.location.origin, session });

tradingSocket.onStateChange(() => publishConnectionState(tradingSocket.state()));
measureLatency({ socket: tradingSocket, isShown: isLatencyShown, publish: publishLatency });
