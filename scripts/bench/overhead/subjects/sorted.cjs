module.exports = async function latest(db) {
  const posts = await db.posts.all();
  const sorted = [...posts].sort((a, b) => b.date - a.date);
  return sorted.map((post) => post.slug);
};
