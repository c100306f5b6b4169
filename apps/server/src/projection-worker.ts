import { serveThread } from '#runtime/followers/index.ts';
import { durableFollowers } from './durable-followers.ts';

serveThread(durableFollowers);
