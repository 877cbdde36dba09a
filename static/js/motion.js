// Things go where they went: a marker slides along the meter from its old place, in a fifth of a second or not at all.
const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = new Map();

const gliders = () => document.querySelectorAll("[data-glide]");

document.addEventListener("htmx:before:swap", () => {
  before = new Map([...gliders()].map((element) => [element.id, element.getBoundingClientRect()]));
});

document.addEventListener("htmx:after:swap", () => {
  if (still.matches) return;
  for (const element of gliders()) {
    const old = before.get(element.id);
    const now = element.getBoundingClientRect();
    const drawing = element.ownerSVGElement;
    const scale = drawing?.viewBox.baseVal?.width ? drawing.viewBox.baseVal.width / drawing.clientWidth : 1;
    if (!old || (Math.abs(old.x - now.x) < 1 && Math.abs(old.y - now.y) < 1)) continue;
    const move = `translate(${(old.x - now.x) * scale}px, ${(old.y - now.y) * scale}px)`;
    element.animate([{ transform: move }, { transform: "none" }], { duration: 200, easing: "ease-out" });
  }
});
