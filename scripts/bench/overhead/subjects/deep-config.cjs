module.exports = async function connect(config, driver) {
  const { host, port } = config.services.database.primary;
  const timeout = config.services.database.options.timeout;
  const session = await driver.open(host, port, timeout);
  return session.id;
};
