module.exports = async function revenue(db, year) {
  const invoices = await db.invoices.list(year);
  return invoices
    .filter((invoice) => invoice.paid)
    .reduce((sum, invoice) => sum + invoice.amount * invoice.rate, 0);
};
