// The built server and nothing else, for tests that start it often: nothing is installed or built first.
const { runServer } = await import('../apps/server/dist/main.js');
await runServer();
