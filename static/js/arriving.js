// What came from the table, put into the page in its order, and never between a tap of this phone and its answer.
import { swap } from "./swapping.js";

const line = document.getElementById("live");
const HANG_SECONDS = 5; // how long an answer may keep the table's news waiting

export const have = () => document.getElementById("have"); // which pieces this page shows, and of which state of the table
const numbers = (at) => at.split(".").map(Number);

export function newer(at) {
  const [version, revision] = numbers(at);
  const [shownVersion, shownRevision] = numbers(have().dataset.at);
  return version > shownVersion || (version === shownVersion && revision > shownRevision);
}

let lacks; // asks for what this page lacks
const waiting = [];
const taps = new Set(); // the requests of this page that are on their way
let swapping = false;

export function take(message, people = false) {
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
      else lacks(); // this page shows something else, a picked tile perhaps: what it lacks is for it alone
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

// A tap that has waited behind another one leaves from the page as it is now.
function sendsWith(ctx, key) {
  ctx.shows = key;
  const { body, action } = ctx.request;
  if (body?.has?.("have")) body.set("have", key);
  else if (action.includes("have=")) ctx.request.action = action.replace(/([?&]have=)[^&]*/, `$1${key}`);
}

export function arrivals(ask) {
  lacks = ask;
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
}
