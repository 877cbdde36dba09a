// A tap on the board asks for what changes instead of a whole page. Without this script its links lead to pages.
const main = document.getElementById("main");

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".board a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || !window.htmx) return;
  event.preventDefault();
  window.htmx.ajax("GET", link.getAttribute("href"), { source: main, target: main, swap: "none" });
});

// The keyboard goes on where it was: at the same place on the board, or at what there is to do now.
let place = null;

document.addEventListener("htmx:before:swap", () => {
  const focused = document.activeElement;
  const layer = focused?.closest?.(".layer")?.id;
  place = layer ? { layer, label: focused.getAttribute("aria-label") } : focused?.closest?.("#panel, #bar") ? {} : null;
});

document.addEventListener("htmx:after:swap", () => {
  if (!place || (document.activeElement && document.activeElement !== document.body)) return;
  const same = place.layer && document.querySelector(`#${place.layer} a[aria-label="${CSS.escape(place.label)}"]`);
  const next = same || document.querySelector("#panel .main, #panel a, #panel button");
  next?.focus({ preventScroll: true });
});

// Arrow keys go from link to link in their direction, so that nobody has to tab through sixty hexes.
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

document.addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  const from = event.target.closest?.(".board a");
  if (!way || !from) return;
  event.preventDefault();
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const link of from.closest("svg").querySelectorAll("a")) {
    const [dx, dy] = middle(link).map((value, i) => value - [x, y][i]);
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const cost = ahead + 2 * aside;
    if (ahead > 2 && (!best || cost < best.cost)) best = { link, cost };
  }
  best?.link.focus({ preventScroll: true });
});
