/** Where our own code was when an error arose, as `file:line`. A whole stack is not logged: it shows too much. */
export function faultLocation({ stack }: Error): string | undefined {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const own = frames.find((line) => !/node_modules|\(node:|at node:/.test(line));
  const found = /([^\s()]+):(\d+):\d+\)?$/.exec(own ?? '');
  if (found === null) return undefined;
  const [, file = '', line = ''] = found;
  return `${file.replace(/^.*\/(?=(?:apps|packages)\/)/, '').replace(/^(?:file:\/\/)?\/.*\//, '')}:${line}`;
}
