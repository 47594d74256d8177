module.exports = async function register(users, hasher, input) {
  const name = input.name;
  const existing = await users.findByName(name);
  const hash = await hasher.hash(input.password, 10);
  const user = await users.create({ name, hash, invitedBy: existing.id });
  return { id: user.id };
};
