module.exports = async function transfer(db, from, to, amount) {
  return await db.transaction(async (tx) => {
    const source = await tx.accounts.lock(from);
    const target = await tx.accounts.lock(to);
    await tx.accounts.save(source.id, source.balance - amount);
    await tx.accounts.save(target.id, target.balance + amount);
  });
};
