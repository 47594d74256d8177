module.exports = async function summary(db, id) {
  const { name, address, tags } = await db.companies.findById(id);
  const { street, city } = address;
  return { name, street, city, tags };
};
