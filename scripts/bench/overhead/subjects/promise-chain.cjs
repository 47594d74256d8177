module.exports = function readProfile(api, id) {
  return api
    .getUser(id)
    .then((user) => api.getPosts(user.id))
    .then((posts) => posts.map((post) => post.title));
};
