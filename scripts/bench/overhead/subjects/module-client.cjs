const { createPool } = require("some-database");

const pool = createPool({ max: 4 });

module.exports = async function countSessions(user) {
  const result = await pool.query("select count(*) from sessions where user_id = $1", [user.id]);
  return result.rows[0].count;
};
