// A small game of hex tiles for boardgame.io, about as much work a move as laying a tile of lava: an island of 61 hexes, a
// tile beside one that lies there, and a count of what joins.
const SIZE = 4;
const AROUND = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const OPEN = [0b001001, 0b010001, 0b000011, 0b010101, 0b011011]; // open sides of the patterns, a bit a side
const name = (q, r) => `${q},${r}`;
const CELLS = [];
for (let q = -SIZE; q <= SIZE; q++) {
  for (let r = -SIZE; r <= SIZE; r++) if (Math.abs(q + r) <= SIZE) CELLS.push([q, r]);
}
const NAMES = new Set(CELLS.map(([q, r]) => name(q, r)));
const turned = (mask, by) => ((mask << by) | (mask >> (6 - by))) & 63;

function legal(G, q, r) {
  if (!NAMES.has(name(q, r)) || G.tiles[name(q, r)] !== undefined) return false;
  return AROUND.some(([dq, dr]) => G.tiles[name(q + dq, r + dr)] !== undefined);
}

function place({ G, ctx }, q, r, by) {
  if (!(by >= 0 && by < 6) || !legal(G, q, r)) return 'INVALID_MOVE';
  const mask = turned(OPEN[G.stack.pop()], by);
  G.tiles[name(q, r)] = mask;
  AROUND.forEach(([dq, dr], side) => {
    const beside = G.tiles[name(q + dq, r + dr)];
    if (beside !== undefined && mask & (1 << side) && beside & (1 << ((side + 3) % 6))) G.heat[ctx.currentPlayer] += 10;
  });
}

const HexFill = {
  name: 'hexfill',
  minPlayers: 2,
  maxPlayers: 6,
  setup: ({ ctx, random }) => ({
    tiles: { '0,0': 63 },
    stack: random.Shuffle(CELLS.map((_, i) => i % OPEN.length)),
    heat: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, seat) => [seat, 0])),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { place },
  endIf: ({ G }) => (Object.keys(G.tiles).length === CELLS.length ? { heat: G.heat } : undefined),
};
module.exports = { HexFill, CELLS, legal };
