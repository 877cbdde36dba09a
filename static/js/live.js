// What happens at the table comes to this page by itself: a stream of events, and asking where no stream gets through.
// Why not htmx's own hx-sse: it never tries a failed first connect again, cannot tell a deleted table from a pause, and
// does not notice a silent socket. The browser's EventSource reads the stream; when to trust it is decided here.
const line = document.getElementById("live");
const main = document.getElementById("main");
const COVERED_SECONDS = 30; // how long a page that nobody sees keeps its stream: a browser has six for all its pages
const MOST_WAIT = 15;
const QUICK_SECONDS = 3; // how long an answer may take at first: a phone's idle connections may be as dead as its stream
const SLOW_SECONDS = 10; // and after a few tries, on a network that is slow and not dead
const HANG_SECONDS = 5; // how long an answer may keep the table's news waiting
const FRESH_MS = 250; // how long buttons that came by themselves take no tap
const MARK = /\x1a/g; // where each form of the pieces wants a number of its own

const seconds = (name) => Number(line.dataset[name]) * 1000;
const have = () => document.getElementById("have"); // which pieces this page shows, and of which state of the table
const numbers = (at) => at.split(".").map(Number);
const random = () => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
const tab = random();
const base = `/t/${line?.dataset.code}`;

let source = null; // the stream
let over = false; // this page has no place at the table any more
let fails = 0; // in a row
let asking = false;
let askAgain = false; // something came while it was asking
let here = ""; // who was there when it was last asked
let down = false; // the server was not there when it was asked
let retry = 0, watchdog = 0, poll = 0, patience = 0, covered = 0, settled = 0; // timers
let heard = 0; // when something came last

function newer(at) {
  const [version, revision] = numbers(at);
  const [shownVersion, shownRevision] = numbers(have().dataset.at);
  return version > shownVersion || (version === shownVersion && revision > shownRevision);
}

// --- the stream ---

function query(more = {}) {
  return new URLSearchParams({ as: line.dataset.as, have: have().value, ...more });
}

function open() {
  if (over) return;
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
  if (name === "gone") return end(JSON.parse(event.data));
  if (name === "hb") return newer(event.data) && ask(); // something got lost
  take(JSON.parse(event.data), name === "people");
}

// `asks`: whether it is worth while to ask, too: to find out why, or on another of the phone's connections.
function fail(asks = false) {
  close();
  if (over) return;
  fails += 1;
  lose();
  const wait = Math.min(MOST_WAIT, 0.5 * 2 ** (fails - 1)) * (0.7 + 0.6 * Math.random());
  retry = setTimeout(open, wait * 1000);
  if (asks || fails >= 3) ask();
}

// --- asking ---

async function ask() {
  if (over) return;
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
    if ([403, 404, 410].includes(answer.status)) return end(answer.status === 403 ? {} : { to: "/" });
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
  else if (!over && fails >= 3) poll = setTimeout(ask, document.hidden ? 20_000 : seconds("poll"));
}

// --- what came ---

const waiting = [];
const taps = new Set(); // the requests of this page that are on their way
let swapping = false;

function take(message, people = false) {
  waiting.push({ ...message, people });
  drain();
}

async function drain() {
  if (swapping || taps.size) return;
  swapping = true;
  try {
    while (waiting.length && !taps.size) {
      const message = waiting.shift();
      if (!message.people && !newer(message.at)) {
        if (message.at === have().dataset.at) await company(message);
        continue;
      }
      if (message.base === null || message.base === have().value) await swap(message.html);
      else ask(); // this page shows something else, a picked tile perhaps: what it lacks is for it alone
    }
  } finally {
    swapping = false;
  }
}

// A stream that opens tells all that it knows. Of a state that the page shows already only who is there can be new, and
// what somebody has picked stays; the big display, on which nothing is picked, has both in the same pieces.
async function company({ base, html }) {
  if (line.dataset.as) {
    if (base === null || base === have().value) await swap(html);
    return;
  }
  const people = new DOMParser().parseFromString(html, "text/html").getElementById("people");
  if (people && people.innerHTML !== document.getElementById("people")?.innerHTML) await swap(people.outerHTML);
}

async function swap(html) {
  const start = random();
  let number = 0;
  const text = html.replace(MARK, () => `${start}-${number++}`);
  const restore = keep();
  // A finger that is on its way to a button must not press the one that comes in its place.
  main.classList.add("fresh");
  clearTimeout(settled);
  settled = setTimeout(() => main.classList.remove("fresh"), FRESH_MS);
  await window.htmx.swap({ sourceElement: main, target: main, swap: "none", text });
  restore();
}

// What the person is at stays as it is: what is open, how far it is scrolled, what is half typed.
function keep() {
  const name = (element) => element.id || element.name || element.className;
  const open = [...main.querySelectorAll("details[open]")].map(name);
  const scrolled = [...main.querySelectorAll("#panel, #panel *")].filter((one) => one.scrollTop || one.scrollLeft);
  const places = scrolled.map((one) => [name(one), one.scrollTop, one.scrollLeft]);
  const typed = [...main.querySelectorAll("input:not([type=hidden]), textarea")].map((one) => [name(one), one.value]);
  return () => {
    for (const one of main.querySelectorAll("details")) if (open.includes(name(one))) one.open = true;
    for (const one of main.querySelectorAll("#panel, #panel *")) {
      const place = places.find(([named]) => named && named === name(one));
      if (place) [, one.scrollTop, one.scrollLeft] = place;
    }
    for (const one of main.querySelectorAll("input:not([type=hidden]), textarea")) {
      const before = typed.find(([named]) => named && named === name(one));
      if (before) one.value = before[1];
    }
  };
}

// A tap that has waited behind another one leaves from the page as it is now.
function sendsWith(ctx, key) {
  ctx.shows = key;
  const { body, action } = ctx.request;
  if (body?.has?.("have")) body.set("have", key);
  else if (action.includes("have=")) ctx.request.action = action.replace(/([?&]have=)[^&]*/, `$1${key}`);
}

function follow() {
  if (!have()) main.insertAdjacentHTML("beforeend", '<input type="hidden" id="have" data-at="-1.-1">');
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    taps.add(ctx);
    sendsWith(ctx, have().value);
    setTimeout(() => taps.delete(ctx) && drain(), HANG_SECONDS * 1000);
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    taps.delete(ctx);
    setTimeout(drain); // after the tap that waited behind it, if there is one
  });
  // An answer that took so long that the page has moved on was made for another page.
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (ctx.shows === undefined || ctx.shows === have().value) return;
    event.preventDefault();
    ask();
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(covered);
    if (document.hidden) covered = setTimeout(rest, COVERED_SECONDS * 1000);
    else if (!source || performance.now() - heard > seconds("silence") / 2) open();
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

// --- what the person is told ---

function lose() {
  if (!patience && !over) patience = setTimeout(() => (line.textContent = line.dataset.lost), seconds("patience"));
}

function found() {
  heard = performance.now();
  clearTimeout(patience);
  patience = 0;
  if (!over && line.textContent) line.textContent = "";
}

function end({ say, to, word }) {
  over = true;
  close();
  clearTimeout(poll);
  clearTimeout(patience);
  const way = document.createElement("a");
  way.className = "button";
  way.href = to ?? `${base}/join`;
  way.textContent = word ?? (to ? line.dataset.home : line.dataset.door);
  line.classList.add("over");
  line.replaceChildren(say ?? (to ? line.dataset.gone : line.dataset.closed), way);
}

if (line) follow();
