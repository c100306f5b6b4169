// A server of `npm run dev`. It loads the packages that the build needs, and waits: told that its turn has come, it reads only our own code,
// which is half of a start. A file, and not a text for `node -e`: the server's threads inherit the flags of its process.
const [build] = process.argv.slice(2);

// Whoever restarts us is gone: a server stops in good order, one that waits just ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.once('message', async () => {
  const { runServer } = await import(`${build}/main.js`);
  await runServer();
});

// What cannot be loaded here is complained of by who needs it.
await import(`${build}/packages.mjs`).catch(() => undefined);
