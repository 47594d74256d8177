module.exports = function getUser(db, id, callback) {
  db.get(id, (error, user) => {
    if (error) return callback(error);
    callback(null, { id: user.id, name: user.name });
  });
};
