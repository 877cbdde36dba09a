// boardgame.io's own server with the game, its states in memory: node server.cjs PORT
const { Server } = require('boardgame.io/server');
const { HexFill } = require('./game.cjs');

const server = Server({ games: [HexFill], origins: [/127\.0\.0\.1|localhost/] });
server.router.get('/empty', (ctx) => { ctx.body = ''; });
server.run({ port: Number(process.argv[2]) });
