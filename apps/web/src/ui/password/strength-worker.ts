import { type RateQuestion, ratePassword } from './rate-password.ts';

// The lists are large and a rating takes its time: both stay out of the thread that draws what is typed.
addEventListener('message', ({ data }: MessageEvent<RateQuestion>) => {
  postMessage(ratePassword(data));
});
