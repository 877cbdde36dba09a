// What happens at the table comes to this page by itself: a stream of events, and asking where no stream gets through.
// Why not htmx's own hx-sse: it never tries a failed first connect again, cannot tell a deleted table from a pause, and
// does not notice a silent socket. The browser's EventSource reads the stream; when to trust it is decided here.
import { arrivals, have, newer, take } from "./arriving.js";
import { random } from "./swapping.js";
import { connection, end, found, lose } from "./telling.js";

const line = document.getElementById("live");
const main = document.getElementById("main");
const COVERED_SECONDS = 30; // how long a page that nobody sees keeps its stream: a browser has six for all its pages
const MOST_WAIT = 15;
const QUICK_SECONDS = 3; // how long an answer may take at first: a phone's idle connections may be as dead as its stream
const SLOW_SECONDS = 10; // and after a few tries, on a network that is slow and not dead

const seconds = (name) => Number(line.dataset[name]) * 1000;
const tab = random();
const base = `/t/${line?.dataset.code}`;

let source = null; // the stream
let fails = 0; // in a row
let asking = false;
let askAgain = false; // something came while it was asking
let here = ""; // who was there when it was last asked
let down = false; // the server was not there when it was asked
let retry = 0, watchdog = 0, poll = 0, covered = 0; // timers

// --- the stream ---

function query(more = {}) {
  return new URLSearchParams({ as: line.dataset.as, have: have().value, ...more });
}

function open() {
  if (connection.over) return;
  close();
  source = new EventSource(`${base}/live?${query({ tab })}`);
  for (const name of ["table", "people", "hb", "gone", "bye"]) source.addEventListener(name, (event) => on(name, event));
  source.onerror = () => fail(source?.readyState === EventSource.CLOSED);
  watch(answered());
}

const answered = () => (fails < 4 ? QUICK_SECONDS : SLOW_SECONDS) * 1000;

function close() {
  source?.close();
  source = null;
  clearTimeout(watchdog);
  clearTimeout(retry);
}

function watch(patience) {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => fail(true), patience);
}

function on(name, event) {
  if (event.target !== source) return;
  if (name === "bye") return fail();
  fails = 0;
  clearTimeout(poll);
  poll = 0;
  found();
  watch(seconds("silence"));
  if (name === "gone") return leave(JSON.parse(event.data));
  if (name === "hb") return newer(event.data) && ask(); // something got lost
  take(JSON.parse(event.data), name === "people");
}

// `asks`: whether it is worth while to ask, too: to find out why, or on another of the phone's connections.
function fail(asks = false) {
  close();
  if (connection.over) return;
  fails += 1;
  lose();
  const wait = Math.min(MOST_WAIT, 0.5 * 2 ** (fails - 1)) * (0.7 + 0.6 * Math.random());
  retry = setTimeout(open, wait * 1000);
  if (asks || fails >= 3) ask();
}

// --- asking ---

async function ask() {
  if (connection.over) return;
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  askAgain = false;
  clearTimeout(poll);
  poll = 0;
  try {
    const at = have().dataset.at;
    const more = { at, here, ...(document.hidden && { away: "" }) };
    const answer = await fetch(`${base}/news?${query(more)}`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout?.(answered()),
    });
    if ([403, 404, 410].includes(answer.status)) return leave(answer.status === 403 ? {} : { to: "/" });
    if (!answer.ok) throw new Error(answer.status);
    const news = answer.status === 204 ? null : await answer.json();
    found();
    here = news?.here ?? here;
    if (news) take(news, news.at === at);
    if (down && !document.hidden) open(); // it is back: no need to wait until the next try
    down = false;
  } catch {
    down = true;
    lose();
  } finally {
    asking = false;
  }
  if (askAgain && !down) ask();
  else if (!connection.over && fails >= 3) poll = setTimeout(ask, document.hidden ? 20_000 : seconds("poll"));
}

function follow() {
  if (!have()) main.insertAdjacentHTML("beforeend", '<input type="hidden" id="have" data-at="-1.-1">');
  arrivals(ask);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(covered);
    if (document.hidden) covered = setTimeout(rest, COVERED_SECONDS * 1000);
    else if (!source || performance.now() - connection.heard > seconds("silence") / 2) open();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  addEventListener("online", () => {
    fails = 0;
    open();
  });
  addEventListener("offline", () => fail());
  open();
}

// Nobody sees this page: it frees its connection, and asks now and then for the title to tell whose turn it is.
function rest() {
  close();
  fails = 3;
  ask();
}

// This page has no place at the table any more.
function leave(news) {
  close();
  clearTimeout(poll);
  end(news);
}

if (line) follow();
