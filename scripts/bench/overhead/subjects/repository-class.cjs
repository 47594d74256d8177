class UserRepository {
  constructor(connection) {
    this.connection = connection;
  }

  async findByName(name) {
    const result = await this.connection.query("select * from users where name = ?", [name]);
    return result.rows.map((row) => ({ id: row.id, name: row.name, email: row.email }));
  }
}

module.exports = UserRepository.prototype.findByName;
module.exports.UserRepository = UserRepository;
