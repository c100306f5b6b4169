import { declaredCodes } from '#platform/http/openapi/error-responses.ts';
import type { ServerModule } from '#platform/module.ts';

/**
 * Holds every answer that a test gets to what the API documentation declares for the call: one with another code becomes a server error, and the test that asked for it
 * fails. So all tests together compare what is declared with what is thrown.
 */
export const declaredErrors: ServerModule = {
  name: 'declared errors',
  register(app) {
    app.addHook('onSend', async (request, reply, payload) => {
      const { endpoint } = request.routeOptions.config;
      if (endpoint === undefined || reply.statusCode < 400 || typeof payload !== 'string') return payload;
      const { code } = JSON.parse(payload);
      const thrown = typeof code === 'string' ? code : code?.code;
      if (declaredCodes(endpoint).some((declared) => declared === thrown)) return payload;
      reply.code(500);
      return JSON.stringify({
        code: `undeclared: ${thrown} of ${endpoint.method} ${endpoint.path}`,
        detail: '',
      });
    });
  },
};
