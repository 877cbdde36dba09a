// Phones at boardgame.io's own server, over its socket.io protocol: what `bench/live.py` sets our server beside.
//
//     node peer.cjs FOLDER PORT TABLES PHONES
//
// FOLDER has the game ("hexfill") and boardgame.io's packages. The phones keep no game of their own as its clients would:
// the machine is shared with the server, and only the server is measured. A line on stdin is an order, answered by a line:
//
//     ready N      have N unplayed matches at each table, all phones connected
//     play S       play for S seconds: the time of each move from tap to the last of the table's phones, in ms
const [folder, port, tables, phones] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const { createRequire } = require('node:module');
const { createInterface } = require('node:readline');
const { join, resolve } = require('node:path');
const peer = createRequire(join(resolve(folder), 'package.json'));
const { io } = peer('socket.io-client');
const { CELLS, legal } = peer('./game.cjs');
const base = `http://127.0.0.1:${port}`;
const now = () => Number(process.hrtime.bigint()) / 1e6;

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Match {
  // A match with its phones, each on a connection of its own; `state` is the newest that reached one of them.
  static async begin() {
    const match = new Match();
    match.id = (await post('/games/hexfill/create', { numPlayers: phones })).matchID;
    match.seats = [];
    for (let i = 0; i < phones; i++) {
      const seat = { playerID: String(i), playerName: `p${i}` };
      seat.credentials = (await post(`/games/hexfill/${match.id}/join`, seat)).playerCredentials;
      match.seats.push(seat);
    }
    await Promise.all(match.seats.map((seat) => match.connect(seat)));
    return match;
  }

  connect(seat) {
    // A connection for each phone; by itself socket.io would share one among all of a process.
    seat.socket = io(`${base}/hexfill`, { forceNew: true, transports: ['websocket'] });
    seat.socket.on('connect', () => seat.socket.emit('sync', this.id, seat.playerID, seat.credentials, phones));
    seat.socket.on('update', (id, state) => this.arrived(state));
    return new Promise((done) => seat.socket.on('sync', (id, { state }) => { this.state = state; done(); }));
  }

  arrived(state) {
    if (state._stateID <= this.tapped) return;
    this.state = state;
    if (--this.missing === 0) this.done();
  }

  tap(random) {
    const { G, ctx, _stateID } = this.state;
    const places = CELLS.filter(([q, r]) => legal(G, q, r));
    const [q, r] = places[Math.floor(random() * places.length)];
    const seat = this.seats[Number(ctx.currentPlayer)];
    const payload = { type: 'place', args: [q, r, Math.floor(random() * 6)], playerID: seat.playerID, credentials: seat.credentials };
    [this.tapped, this.missing] = [_stateID, phones];
    return new Promise((done) => {
      this.done = done;
      seat.socket.emit('update', { type: 'MAKE_MOVE', payload }, _stateID, this.id, seat.playerID);
    });
  }

  end() { this.seats.forEach((seat) => seat.socket.close()); }
}

const waiting = Array.from({ length: tables }, () => []); // matches by table
const random = ((seed) => () => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32))(1);

async function ready(count) {
  for (const matches of waiting) {
    matches.filter((match) => match.state.ctx.gameover).forEach((match) => match.end());
    const left = matches.filter((match) => !match.state.ctx.gameover);
    while (left.length < count) left.push(await Match.begin());
    matches.splice(0, matches.length, ...left);
  }
  return {};
}

async function play(seconds) {
  const [times, end] = [[], now() + 1000 * seconds];
  await Promise.all(waiting.map(async (matches) => {
    for (const match of matches) {
      while (now() < end && !match.state.ctx.gameover) {
        const start = now();
        await match.tap(random);
        times.push(now() - start);
      }
    }
    if (now() < end) throw new Error('too few matches were made ready');
  }));
  return { times };
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const [order, number] = line.split(' ');
  console.log(JSON.stringify(await { ready, play }[order](Number(number))));
}).on('close', () => process.exit(0));
