import { serveThread } from '#runtime/followers/follower-thread.ts';
import { durableFollowers } from './durable-followers.ts';

serveThread(durableFollowers);
