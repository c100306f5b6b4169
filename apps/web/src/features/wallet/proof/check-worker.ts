import { checkWhole, type Published, type WholeCheck } from './check-whole.ts';

export interface CheckQuestion {
  readonly url: string;
  readonly published: Published;
}

export type CheckAnswer = { readonly bytes: number } | WholeCheck;

/** Told so seldom that telling costs nothing. */
const tellEveryBytes = 200_000;

async function check({ url, published }: CheckQuestion): Promise<WholeCheck> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) return { kind: 'unread' };
  let told = 0;
  return checkWhole(published, response.body, (bytes) => {
    if (bytes - told < tellEveryBytes) return;
    told = bytes;
    postMessage({ bytes } satisfies CheckAnswer);
  });
}

// A tree of millions of nodes takes minutes to compute: it stays out of the thread that draws.
addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  void check(data)
    .catch((): WholeCheck => ({ kind: 'unread' }))
    .then((answer) => postMessage(answer));
});
