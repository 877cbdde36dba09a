// Puts pieces that came by themselves into the page, without disturbing whoever is at it.
const main = document.getElementById("main");
const FRESH_MS = 250; // how long buttons that came by themselves take no tap
const MARK = /\x1a/g; // where each form of the pieces wants a number of its own
let settled = 0;

export const random = () => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("");

export async function swap(html) {
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
