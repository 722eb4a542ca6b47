const COLOURS = ['red', 'green', 'blue', 'grey'];
const THINGS = ['Lamp', 'Chair', 'Table', 'Shelf', 'Rug'];

const products = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `${THINGS[index % THINGS.length]} ${index + 1}`,
  colour: COLOURS[index % COLOURS.length],
  cents: 1_900 + ((index * 731) % 20_000),
  stock: (index * 37) % 12,
}));

export function findProducts(colour) {
  return products.filter((product) => colour === undefined || product.colour === colour).sort((one, other) => one.cents - other.cents);
}
