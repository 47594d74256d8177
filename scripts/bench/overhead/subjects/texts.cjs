module.exports = async function greet(users, mailer, id) {
  const user = await users.load(id);
  const subject = `Dear ${user.title} ${user.lastName}`;
  await mailer.deliver(`${user.firstName}.${user.lastName}@example.org`, subject);
  return subject.length;
};
