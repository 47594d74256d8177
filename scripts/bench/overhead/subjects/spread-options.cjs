const DEFAULTS = { retries: 3, method: "GET" };

module.exports = async function request(transport, options) {
  const settings = { ...DEFAULTS, ...options };
  const answer = await transport.send(settings.method, settings.retries);
  return { status: answer.status, headers: answer.headers };
};
