module.exports = async function rowByRow(db, mailer) {
  const users = await db.users.findAll({ active: true });
  for (const user of users) {
    await mailer.send(user.email, `Hello ${user.name}`);
  }
  return users.length;
};
