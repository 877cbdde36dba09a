// The big display: full screen where the browser can, a screen that stays on, and on to the rematch when there is one.
import { stay } from "./awake.js";

const button = document.getElementById("full");
const root = document.documentElement;
const enter = root.requestFullscreen ?? root.webkitRequestFullscreen;
const leave = document.exitFullscreen ?? document.webkitExitFullscreen;
const isFull = () => document.fullscreenElement ?? document.webkitFullscreenElement;

if (enter) {
  button.hidden = false;
  button.addEventListener("click", () => Promise.resolve((isFull() ? leave : enter).call(isFull() ? document : root)).catch(() => {}));
}

stay();

// A display that shows an old game may go on showing it: only a rematch that comes while it watches takes it along.
const next = () => document.querySelector("#d-next a")?.href;
const known = next();

document.addEventListener("htmx:after:swap", () => {
  if (next() && next() !== known) location.replace(next());
});
