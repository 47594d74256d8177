module.exports = async function toDto(api, id) {
  const user = await api.users.get(id);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    street: user.address.street,
    city: user.address.city,
    zip: user.address.zip,
    phone: user.phone,
    role: user.role,
    team: user.team.name,
    lead: user.team.lead,
  };
};
