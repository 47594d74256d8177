module.exports = async function getWeather(http, city) {
  const response = await http.get(`/weather/${city}`);
  if (!response.ok) throw new Error(`failed with ${response.status}`);
  const body = await response.json();
  return { temperature: body.main.temperature, wind: body.wind.speed };
};
