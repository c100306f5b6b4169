import { useSyncExternalStore } from 'react';
import { session } from '#api/session.ts';
import type { ConnectionState } from './connection.ts';
import { createTradingSocket } from './trading-socket.ts';

/** The application's one trading socket. Nothing is opened until somebody subscribes or logs in. */
export const tradingSocket = createTradingSocket({ origin: window.location.origin, session });

export function useTradingConnection(): ConnectionState {
  return useSyncExternalStore(tradingSocket.onStateChange, tradingSocket.state);
}
